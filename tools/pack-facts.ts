import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

const asked = 'virtual:pack-facts'
const resolved = `\0${asked}`

/**
 * Facts about the built packs for the view that shows them: a virtual module, made from `packs.json`. So no number
 * about a pack has to be kept in step by hand.
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

/** Only what visitors see; file names and tags concern the server alone. */
const factsOf = (pack: object) => {
  const { bytes, documents, workbooks, minutes } = pack as Record<string, unknown>
  return { bytes, documents, workbooks, minutes }
}
