import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { relative, sep } from 'node:path'
import { filesUnder } from '#tools/prepare/build-stamp.mjs'

const classInStyle = /\.([a-zA-Z_][\w-]*)/g

/** Numbers each class in the CSS modules; the same sources always result in the same numbers. */
const classNumbers = new Map(allClasses().map((name, place) => [name, place]))

/** Class names occur in each page's style and HTML, so short names save about 700 of 14,000 bytes. */
export function scopedName(local: string, file: string): string {
  // With `?inline`, Vite requests a style sheet as text.
  const path = relative(process.cwd(), file.replace(/\?.*/, '')).split(sep).join('/')
  const place = classNumbers.get(`${path} ${local}`)
  // Other names, such as those of animations, are few and stay readable.
  if (place === undefined) return `${local}_${createHash('sha256').update(path).digest('base64url').slice(0, 4)}`
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
