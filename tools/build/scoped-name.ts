import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { filesUnder } from '#tools/prepare/build-stamp.mjs'

const classInStyle = /\.([a-zA-Z_][\w-]*)/g

/** The number of each class among all CSS modules; the same sources give the same numbers. */
const places = new Map(allClasses().map((name, place) => [name, place]))

/**
 * The class name of `local` in one CSS module. Each page carries its class names twice, in style and HTML, so they
 * are as short as possible: about 700 bytes of 14,000.
 */
export function scopedName(local: string, file: string): string {
  // Vite may ask for the text of a sheet, as `?inline`.
  const path = relative(process.cwd(), file.replace(/\?.*/, '')).split(sep).join('/')
  const place = places.get(`${path} ${local}`)
  // Names of other things, such as animations, are few and stay readable.
  if (place === undefined)
    return `${local}_${createHash('sha256').update(path).digest('base64url').slice(0, 4)}`
  return `c${place.toString(36)}`
}

function allClasses(): string[] {
  const files = filesUnder('src').filter((file) => file.endsWith('.module.css'))
  return files
    .flatMap((file) => {
      const names = [...readFileSync(file, 'utf8').matchAll(classInStyle)].map(([, name]) => name)
      return [...new Set(names)].map((name) => `${file.split(sep).join('/')} ${name}`)
    })
    .sort()
}
