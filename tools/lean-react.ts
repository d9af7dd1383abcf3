import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** The module through which the site's bundle imports React. */
const rooms = ['src/site', 'src/ui', 'src/shared']

/** React's own files, in which each export is a statement of its own. */
const partsOfReact = /\/(react|react-dom)\/cjs\/\1\.production\.js$/
/** Those, and the program that draws. */
const files = /\/(react|react-dom)\/cjs\/(\1|react-dom-client)\.production\.js$/
/** How React's errors end: after their number and the page that explains it, which are kept. */
const advice =
  ' for the full message or use the non-minified dev environment for full errors and additional helpful warnings.'
/** What reports an error where the browser has no `reportError`; every one that understands our syntax has it. */
const ownReport =
  /"function" === typeof reportError\s+\? reportError\s+: function \(error\) \{[\s\S]*?console\.error\(error\);\s+\}/g
/** A way from a component to its element that React 19 took from programs, and keeps for programs of its own. */
const ownWay = 'ReactDOMSharedInternals.findDOMNode = '
const client = 'node_modules/react-dom/cjs/react-dom-client.production.js'

/**
 * A bundler keeps every export of a CommonJS file, because it cannot tell which are used. We can: the names that our
 * sources import, and those that React DOM reads. The other exports become statements without an effect, which the
 * minifier drops with the code only they used: 1.8 kB with Brotli for every visitor. The advice for developers at the
 * end of errors, the stand-in for `reportError` and the remains of `findDOMNode` go too.
 */
export const leanReact: Plugin = {
  name: 'backline:lean-react',
  applyToEnvironment: ({ name }) => name === 'client',
  resolveId: {
    filter: { id: /^react(-dom)?$/ },
    handler(_, importer = '') {
      const package_ = /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(importer)?.[1]
      if (package_ && !['react', 'react-dom'].includes(package_))
        this.error(`${package_} imports React: tools/lean-react.ts must be told what it needs`)
    },
  },
  transform: {
    filter: { id: files },
    handler(source, id) {
      const code = source.replaceAll(advice, '').replaceAll(ownReport, 'reportError').replace(ownWay, 'void ')
      if (!partsOfReact.test(id)) return code
      const wanted = wantedNames()
      return code.replaceAll(/^exports\.(\w+) = /gm, (all, name: string) =>
        wanted.has(name) ? all : 'void ',
      )
    },
  },
}

function wantedNames(): Set<string> {
  const read = readFileSync(client, 'utf8').matchAll(/\bReact(?:DOM)?\.(\w+)/g)
  const sources = rooms.flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => readFileSync(join(room, file), 'utf8')),
  )
  const imported = sources.flatMap((source) =>
    [...source.matchAll(/\bimport ([^'"]*?) from 'react(?:-dom)?'/g)].flatMap(([, names = '']) => {
      if (!/^(type )?\{/.test(names)) throw new Error(`import from React by name, not '${names}'`)
      return names.match(/\w+/g) ?? []
    }),
  )
  return new Set([...imported, ...[...read].map(([, name = '']) => name)])
}
