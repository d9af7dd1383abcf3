import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { expect, test } from 'vitest'

const table = readFileSync('src/gallery/rooms.ts', 'utf8')
const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).map((path) => `src/${path}`)
const states = files.filter((path) => /\.states\.tsx?$/.test(path))

/** The site's rooms with forms: the booking dialog and the contact form. */
const siteRooms = ['src/site/features/booking', 'src/site/features/contact']

test('every piece of ui and every room of the desk has states to look at', () => {
  const pieces = files.filter((path) => /^src\/ui\/[^/.]+\.tsx$/.test(path))
  const rooms = [...files.filter((path) => /^src\/desk\/(screens|features)\/[^/]+$/.test(path)), ...siteRooms]
  const wanted = [
    ...pieces.map((path) => path.replace(/\.tsx$/, '')),
    ...rooms.map((path) => `${path}/${basename(path)}`),
  ]
  const known = new Set(states.map((path) => path.replace(/\.states\.tsx?$/, '')))
  expect(wanted.filter((name) => !known.has(name))).toEqual([])
  expect(wanted.length).toBeGreaterThan(40)
})

test('whatever has states stands in the gallery, and somebody looks at it', () => {
  const forgotten = states.filter((path) => !table.includes(path.replace(/^src\//, '#')))
  const unseen = states.filter((path) => !existsSync(path.replace(/\.tsx?$/, '.test.ts')))
  expect({ forgotten, unseen }).toEqual({ forgotten: [], unseen: [] })
})

test('a room in the gallery is named as its folder is', () => {
  const named = [...table.matchAll(/'([\w-]+)\/([\w-]+)': \w+\(\(\) => import\('#([^']+)'\)\)/g)]
  expect(named.length).toBe(states.length)
  for (const [, area = '', room, path = ''] of named) {
    const folder = basename(dirname(path))
    expect([folder, basename(path).replace(/\.states\.tsx?$/, '')], area).toContain(room)
  }
})
