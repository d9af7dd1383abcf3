import type { Finding, Source } from './layout-source.ts'

/** Words a file name can be made of. Each room below names the ones it knows; the list is closed. */
const words = {
  subject: /^[a-z0-9]+(-[a-z0-9]+)*\.tsx?$/,
  module: /^[a-z0-9]+(-[a-z0-9]+)*\.ts$/,
  component: /^[a-z0-9]+(-[a-z0-9]+)*\.tsx$/,
  style: /^[a-z0-9]+(-[a-z0-9]+)*\.module\.css$/,
  sheet: /^[a-z0-9]+(-[a-z0-9]+)*\.css$/,
  hook: /^use-[a-z0-9]+(-[a-z0-9]+)*\.ts$/,
  declaration: /^[a-z0-9]+(-[a-z0-9]+)*\.d\.ts$/,
  font: /^([a-z0-9]+(-[a-z0-9]+)*\.woff2|OFL\.txt)$/,
  drawing: /^[a-z0-9]+(-[a-z0-9]+)*\.svg$/,
  // A text or workbook of a pack, or a pack's table of contents, and the recorded results of its formulas.
  paper: /^([a-z0-9]+(-[a-z0-9]+)*\.(md|yaml)|values\.txt)$/,
  golden: /^[a-z0-9]+(-[a-z0-9]+)*\.ics$/,
  /** The states of a piece or a room: data for the gallery and for the test beside it. */
  states: /^[a-z0-9]+(-[a-z0-9]+)*\.states\.tsx?$/,
  migration: /^\d{14}_[a-z0-9_]+\.sql$/,
  source: /^(00_)?[a-z]+(_[a-z]+)*\.sql$/,
} as const

type Word = keyof typeof words | `${string}.${string}`

const screenRoom: Word[] = [
  'component',
  'style',
  'drawing',
  'hook',
  'states',
  'state.ts',
  'api.ts',
  'types.ts',
]

/** Every room and the words it knows; `*` stands for one room name. A folder that is not here may not exist. */
export const rooms: Record<string, Word[]> = {
  'src/shared/contract': ['module'],
  'src/shared/lib': ['module'],
  'src/content': ['module'],
  'src/packs': ['module'],
  'src/packs/texts': ['README.md'],
  'src/packs/texts/*': ['paper'],
  'src/letters': ['subject', 'golden'],
  'src/plain': ['subject', 'style'],
  'src/share-pictures': ['subject'],
  'src/ui': ['subject', 'style', 'sheet', 'declaration', 'states'],
  'src/ui/font': ['font'],
  'src/site': ['declaration'],
  'src/site/app': ['subject', 'style', 'sheet'],
  'src/site/screens/*': screenRoom,
  'src/site/features/*': screenRoom,
  'src/site/lib': ['subject', 'style'],
  'src/desk': ['declaration'],
  'src/desk/app': ['subject', 'style', 'sheet', 'states'],
  // Besides the site's words, subject files: a desk screen contains logic where a site screen only presents.
  'src/desk/screens/*': [...screenRoom, 'module'],
  'src/desk/features/*': [...screenRoom, 'module'],
  'src/desk/lib': ['subject', 'style'],
  // States that no one folder has: letters are written by one room and their samples drawn by the gallery.
  'src/gallery': ['subject', 'style', 'sheet', 'states'],
  'src/server/app': ['module'],
  // The fixed words name the layers; subject files are inner parts of a service that outgrew one file.
  'src/server/features/*': ['routes.ts', 'service.ts', 'queries.ts', 'policy.ts', 'types.ts', 'module'],
  'src/server/lib': ['module'],
  'src/server/lib/*': ['module', 'declaration'],
  'supabase/migrations': ['migration'],
  'supabase/schemas': ['source'],
}

/** Rooms in which each test belongs to one file beside it. */
const closedRoom = /^src\/((site|desk)\/(screens|features)|server\/features)\//

/** Checks that every file is in the room, and has the name, that its job asks for. */
export function checkVocabulary(sources: Source[]): Finding[] {
  const paths = new Set(sources.map((source) => source.path))
  return sources.flatMap((source) => {
    const says = misnamed(source, paths) ?? misnamedComponent(source)
    return says ? [{ path: source.path, rule: 'vocabulary', says }] : []
  })
}

function misnamed({ path, isGenerated }: Source, paths: Set<string>): string | undefined {
  if (!path.startsWith('src/') && !/^supabase\/(migrations|schemas)\//.test(path)) return undefined
  const folder = path.slice(0, path.lastIndexOf('/'))
  const name = path.slice(folder.length + 1)
  const room = Object.keys(rooms).find((pattern) => matches(pattern, folder))
  if (!room)
    return `'${folder}' is not a room; rooms are flat and their list is in tools/layout-vocabulary.ts`

  const subject = name.replace(/\.test(?=\.tsx?$)/, '')
  const tested = subject !== name && closedRoom.test(path)
  const beside = [subject, subject.replace(/x$/, ''), `${subject}x`].some((file) =>
    paths.has(`${folder}/${file}`),
  )
  if (tested && !beside) return `is the test of no file beside it`

  const known = rooms[room] ?? []
  const allowed = isGenerated ? [...known, 'module' as const] : known
  const fits = allowed.some((word) =>
    word in words ? words[word as keyof typeof words].test(subject) : word === subject,
  )
  return fits ? undefined : `this room knows ${known.join(', ')} and data that a tool writes`
}

/**
 * In a screen or feature, `request-form.tsx` holds the component `RequestForm`. The file that gives a screen
 * its name holds `Screen`, so that the table of views can load all of them alike.
 */
function misnamedComponent({ path, exports }: Source): string | undefined {
  const [, storey, room, name = ''] =
    /^src\/(?:site|desk)\/(screens|features)\/([^/]+)\/([^/]+)(?<!\.test|\.states)\.tsx$/.exec(path) ?? []
  if (!storey) return undefined
  const spelled = name.replace(/(^|-)([a-z0-9])/g, (_, __, letter: string) => letter.toUpperCase())
  const component = storey === 'screens' && name === room ? 'Screen' : spelled
  return exports.includes(component) ? undefined : `must export the component ${component}`
}

function matches(pattern: string, folder: string): boolean {
  const parts = folder.split('/')
  const wanted = pattern.split('/')
  return (
    wanted.length === parts.length && wanted.every((part, index) => part === '*' || part === parts[index])
  )
}
