import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

const asked = 'virtual:pack-facts'
const resolved = `\0${asked}`

/**
 * What the packs are found to be once they are written, for the view that draws them: a module without a file, made
 * of `packs.json`. So the site says no number of a pack that somebody has to keep in step with it.
 */
export const packFacts = (manifest: string): Plugin => ({
  name: 'backline:pack-facts',
  resolveId: { filter: { id: /^virtual:pack-facts$/ }, handler: () => resolved },
  load: {
    filter: { id: /^\0virtual:pack-facts$/ },
    handler: async () => {
      const { packs } = JSON.parse(await readFile(manifest, 'utf8')) as { packs: ({ id: string } & object)[] }
      const facts = packs.map(({ id, ...pack }) => [id, factsOf(pack)])
      return `export const packFacts = ${JSON.stringify(Object.fromEntries(facts))}`
    },
  },
})

/** What a visitor is shown; names and tags of files are the server's. */
const factsOf = (pack: object) => {
  const { bytes, documents, workbooks, minutes } = pack as Record<string, unknown>
  return { bytes, documents, workbooks, minutes }
}
