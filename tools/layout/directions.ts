import { posix } from 'node:path'
import type { LayoutRule } from './source.ts'

/**
 * Defines where imports may point. A target is a path under `src` or a package name. `only` matches our folders that
 * may be imported; `never` matches targets that may not.
 */
type ImportRule = { rule: string; from: RegExp; only?: RegExp; never?: RegExp; says: string }

/** Defines a folder that may import only `parts`, and that `others` may not import. */
const folderRules = (
  rule: string,
  name: string,
  parts: string,
  others: RegExp,
  { made, used }: { made: string; used: string },
): ImportRule[] => [
  { rule, from: new RegExp(`^${name}/`), only: new RegExp(`^(${name}|${parts})/`), says: made },
  { rule, from: others, never: new RegExp(`^${name}/`), says: used },
]

const directions: ImportRule[] = [
  { rule: 'floor', from: /^shared\//, only: /^shared\//, says: 'shared imports only shared' },
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
    says: 'ui imports ui and shared/lib; take texts and data as props',
  },
  ...folderRules('posted', 'letters', 'content|shared', /^(shared|content|ui|site|desk)\//, {
    made: 'letters imports content and shared',
    used: 'only the server imports letters',
  }),
  ...folderRules('drawn', 'plain', 'ui|content|shared', /^(shared|content|ui|site\/(?!app\/)|desk|letters)\//, {
    made: 'plain imports ui, content and shared',
    used: 'only the server and site/app import plain',
  }),
  ...folderRules('drawn', 'pictures', 'content|shared|made', /^(shared|content|ui|site|desk|letters|plain)\//, {
    made: 'pictures imports content, shared and made',
    used: 'only the server imports pictures',
  }),
  {
    rule: 'apart',
    from: /^site\//,
    never: /^(desk|server)\//,
    says: 'programs share only contracts',
  },
  {
    rule: 'apart',
    from: /^desk\//,
    never: /^(site|server)\//,
    says: 'programs share only contracts',
  },
  {
    rule: 'apart',
    from: /^server\//,
    never: /^(site|desk)\//,
    says: 'programs share only contracts',
  },
  {
    rule: 'headless',
    from: /^(server|shared|content)\//,
    never: /^(ui\/|react(-dom)?(\/|$))/,
    says: 'shared, content and server import neither React nor ui',
  },
  {
    rule: 'headless',
    from: /^(shared|content|ui|site|desk|letters|plain)\//,
    never: /^node:/,
    says: 'this code also runs without Node',
  },
  {
    rule: 'downward',
    from: /^\w+\/lib\//,
    never: /^\w+\/(features|screens|app)\//,
    says: 'lib is below features, screens and app',
  },
  {
    rule: 'downward',
    from: /^\w+\/features\//,
    never: /^\w+\/(screens|app)\//,
    says: 'features are below screens and app',
  },
  { rule: 'downward', from: /^\w+\/screens\//, never: /^\w+\/app\//, says: 'screens are below app' },
  {
    rule: 'siblings',
    from: /^(site|desk)\/screens\//,
    never: /^\w+\/screens\//,
    says: 'a screen imports no other screen; shared code is a feature',
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
    says: 'the query grammar turns text into SQL, without HTTP or a database',
  },
  {
    rule: 'inside',
    from: /[/-]queries\.ts$/,
    never: /\/(service|routes)\.ts$/,
    says: 'queries.ts imports no service and no routes',
  },
  { rule: 'inside', from: /\/service\.ts$/, never: /\/routes\.ts$/, says: 'service.ts imports no routes' },
]

/** Checks that every import under `src` points in an allowed direction. */
export const directionRules: LayoutRule[] = directions.map((direction) => ({
  rule: direction.rule,
  look: ({ path, imports }) =>
    imports
      .filter((name) => path.startsWith('src/') && breaksDirection(direction, path.slice('src/'.length), name))
      .map((name) => `'${name}': ${direction.says}`),
}))

function breaksDirection({ rule, from, only, never }: ImportRule, path: string, name: string): boolean {
  if (!from.test(path)) return false
  const ours = name.startsWith('#') || name.startsWith('.')
  const target = name.startsWith('#') ? name.slice(1) : posix.join(ours ? posix.dirname(path) : '', name)
  // Files in the same folder may import each other, unless an import goes against the order that 'inside' defines.
  if (rule !== 'inside' && ours && posix.dirname(target) === posix.dirname(path)) return false
  return Boolean((ours && only && !only.test(target)) || never?.test(target))
}
