import { posix } from 'node:path'
import type { Rule } from './source.ts'

/**
 * Which way imports point: the table of the house style, row by row. A target is a path below `src` or
 * the name of a package. `only` names the rooms of ours that may be imported, `never` what may not.
 */
type Direction = { rule: string; from: RegExp; only?: RegExp; never?: RegExp; says: string }

/** A room that is made of these alone, and that those others may not import. */
const room = (
  rule: string,
  name: string,
  parts: string,
  others: RegExp,
  { made, used }: { made: string; used: string },
): Direction[] => [
  { rule, from: new RegExp(`^${name}/`), only: new RegExp(`^(${name}|${parts})/`), says: made },
  { rule, from: others, never: new RegExp(`^${name}/`), says: used },
]

const directions: Direction[] = [
  { rule: 'floor', from: /^shared\//, only: /^shared\//, says: 'shared imports shared alone' },
  {
    rule: 'words',
    from: /^content\//,
    only: /^(content|shared)\//,
    says: 'content imports content and shared',
  },
  {
    rule: 'generic',
    from: /^ui\//,
    only: /^(ui|shared\/lib)\//,
    says: 'ui imports ui and shared/lib; words and shapes arrive as props',
  },
  ...room('posted', 'letters', 'content|shared', /^(shared|content|ui|site|desk)\//, {
    made: 'letters are made of content and shared',
    used: 'the server alone sends letters',
  }),
  ...room('drawn', 'plain', 'ui|content|shared', /^(shared|content|ui|site\/(?!app\/)|desk|letters)\//, {
    made: 'pages of the server are made of ui, content and shared',
    used: 'the server alone sends these pages; the build of the site takes their styles',
  }),
  { rule: 'apart', from: /^site\//, never: /^(desk|server)\//, says: 'programs meet in shared/contract' },
  { rule: 'apart', from: /^desk\//, never: /^(site|server)\//, says: 'programs meet in shared/contract' },
  { rule: 'apart', from: /^server\//, never: /^(site|desk)\//, says: 'programs meet in shared/contract' },
  {
    rule: 'headless',
    from: /^(server|shared|content)\//,
    never: /^(ui\/|react(-dom)?(\/|$))/,
    says: 'shared, content and server know neither React nor ui',
  },
  {
    rule: 'headless',
    from: /^(shared|content|ui|site|desk|letters|plain)\//,
    never: /^node:/,
    says: 'this also runs where there is no Node',
  },
  {
    rule: 'downward',
    from: /^\w+\/lib\//,
    never: /^\w+\/(features|screens|app)\//,
    says: 'lib lies below features, screens and app',
  },
  {
    rule: 'downward',
    from: /^\w+\/features\//,
    never: /^\w+\/(screens|app)\//,
    says: 'features lie below screens and app',
  },
  { rule: 'downward', from: /^\w+\/screens\//, never: /^\w+\/app\//, says: 'screens lie below app' },
  {
    rule: 'siblings',
    from: /^(site|desk)\/screens\//,
    never: /^\w+\/screens\//,
    says: 'a screen imports no other screen; what two of them share is a feature',
  },
  {
    rule: 'siblings',
    from: /^(site|desk)\/features\//,
    never: /^\w+\/features\//,
    says: 'a feature imports no other feature',
  },
  {
    rule: 'siblings',
    from: /^server\/features\//,
    never: /^server\/features\/(?![^/]+\/(service|testing)\.ts$)/,
    says: "a server feature imports only another feature's service.ts, and its tests testing.ts",
  },
  {
    rule: 'grammar',
    from: /^server\/lib\/query-grammar\//,
    only: /^(server\/lib\/query-grammar|shared)\//,
    never: /^(node:|(fastify|pg)(\/|$))/,
    says: 'the grammar of queries turns text into SQL; it knows no HTTP and no database',
  },
  {
    rule: 'inside',
    from: /[/-]queries\.ts$/,
    never: /\/(service|routes)\.ts$/,
    says: 'queries.ts imports no service and no routes',
  },
  { rule: 'inside', from: /\/service\.ts$/, never: /\/routes\.ts$/, says: 'service.ts imports no routes' },
]

/** Whether every import below `src` points the way its folder may. */
export const directionRules: Rule[] = directions.map((direction) => ({
  rule: direction.rule,
  look: ({ path, imports }) =>
    imports
      .filter((name) => path.startsWith('src/') && isAgainst(direction, path.slice('src/'.length), name))
      .map((name) => `'${name}': ${direction.says}`),
}))

function isAgainst({ rule, from, only, never }: Direction, path: string, name: string): boolean {
  if (!from.test(path)) return false
  const ours = name.startsWith('#') || name.startsWith('.')
  const target = name.startsWith('#') ? name.slice(1) : posix.join(ours ? posix.dirname(path) : '', name)
  // Files of one room may import each other, within the order of the room's storeys.
  if (rule !== 'inside' && ours && posix.dirname(target) === posix.dirname(path)) return false
  return Boolean((ours && only && !only.test(target)) || never?.test(target))
}
