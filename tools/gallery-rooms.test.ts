import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { expect, test } from 'vitest'

const table = readFileSync('src/gallery/rooms.ts', 'utf8')
const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).map((path) => `src/${path}`)

/** The site's rooms with forms: the booking dialog and the contact form. */
const siteRooms = ['src/site/features/booking', 'src/site/features/contact']

/** What has to have states: every piece of ui and every room of the desk. */
function thingsToSee(all: readonly string[]): string[] {
  const pieces = all.filter((path) => /^src\/ui\/[^/.]+\.tsx$/.test(path))
  const rooms = [...all.filter((path) => /^src\/desk\/(screens|features)\/[^/]+$/.test(path)), ...siteRooms]
  return [
    ...pieces.map((path) => path.replace(/\.tsx$/, '')),
    ...rooms.map((path) => `${path}/${basename(path)}`),
  ]
}

const statesAmong = (all: readonly string[]) => all.filter((path) => /\.states\.tsx?$/.test(path))

function withoutStates(all: readonly string[]): string[] {
  const known = new Set(statesAmong(all).map((path) => path.replace(/\.states\.tsx?$/, '')))
  return thingsToSee(all).filter((name) => !known.has(name))
}

const withoutPlace = (all: readonly string[]) =>
  statesAmong(all).filter((path) => !table.includes(`'${path.replace(/^src\//, '#')}'`))

const withoutLooks = (all: readonly string[]) =>
  statesAmong(all).filter((path) => !existsSync(path.replace(/\.tsx?$/, '.test.ts')))

test('every piece of ui and every room of the desk has states to look at', () => {
  expect(withoutStates(files)).toEqual([])
  expect(thingsToSee(files).length).toBeGreaterThan(40)
})

test('whatever has states stands in the gallery, and somebody looks at it', () => {
  expect({ forgotten: withoutPlace(files), unseen: withoutLooks(files) }).toEqual({
    forgotten: [],
    unseen: [],
  })
})

test('a new piece or room is named until it has states, a place and looks', () => {
  const bare = [...files, 'src/ui/planted.tsx', 'src/desk/screens/planted']
  expect(withoutStates(bare)).toEqual(['src/ui/planted', 'src/desk/screens/planted/planted'])
  const hidden = [...bare, 'src/ui/planted.states.tsx', 'src/desk/screens/planted/planted.states.ts']
  expect(withoutStates(hidden)).toEqual([])
  expect(withoutPlace(hidden)).toEqual(hidden.slice(-2))
  expect(withoutLooks(hidden)).toEqual(hidden.slice(-2))
})

test('a room in the gallery is named as its folder is, and its looks are at that room', () => {
  const named = [...table.matchAll(/'([\w-]+)\/([\w-]+)': \w+\(\(\) => import\('#([^']+)'\)\)/g)]
  expect(named.length).toBe(statesAmong(files).length)
  for (const [, area = '', room = '', path = ''] of named) {
    const folder = basename(dirname(path))
    expect([folder, basename(path).replace(/\.states\.tsx?$/, '')], area).toContain(room)
    const looks = readFileSync(`src/${path.replace(/\.tsx?$/, '.test.ts')}`, 'utf8')
    expect(looks, path).toContain(`seeStates<typeof states>('${area}/${room}', {`)
  }
})
