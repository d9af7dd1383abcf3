import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

/**
 * Facts about the built packs for the views that show them, as virtual modules made from `packs.json`. So no number
 * about a pack has to be kept in step by hand. The pictures have a module of their own, because more views show those.
 */
export const packFacts = (manifest: string): Plugin => ({
  name: 'backline:pack-facts',
  resolveId: { filter: { id: /^virtual:(pack-facts|page-pictures)$/ }, handler: (id) => `\0${id}` },
  load: {
    filter: { id: /^\0virtual:(pack-facts|page-pictures)$/ },
    handler: async (id) => {
      const { packs, pictures } = JSON.parse(await readFile(manifest, 'utf8')) as Manifest
      if (id.endsWith('pictures')) return `export const pictureHash = ${JSON.stringify(pictures)}`
      const facts = packs.map((pack) => [
        pack.id,
        Object.fromEntries(shown.map((name) => [name, pack[name]])),
      ])
      return `export const packFacts = ${JSON.stringify(Object.fromEntries(facts))}`
    },
  },
})

/** Only what visitors see; file names and tags concern the server alone. */
const shown = ['bytes', 'pages', 'documents', 'workbooks', 'examples', 'minutes'] as const

interface Manifest {
  packs: Record<'id' | (typeof shown)[number], string | number>[]
  pictures: string
}
