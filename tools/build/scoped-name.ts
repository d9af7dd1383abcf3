import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { filesUnder } from '#tools/prepare/build-stamp.mjs'

const classInStyle = /\.([a-zA-Z_][\w-]*)/g

/** The number of each class among all CSS modules, the same for the same sources. */
const places = new Map(allClasses().map((name, place) => [name, place]))

/** Each page has its class names twice, in style and HTML, so short names save about 700 of 14,000 bytes. */
export function scopedName(local: string, file: string): string {
  // Vite may request a style sheet as text, with `?inline`.
  const path = relative(process.cwd(), file.replace(/\?.*/, '')).split(sep).join('/')
  const place = places.get(`${path} ${local}`)
  // Other names, such as animations, are few and stay readable.
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
