/** Made by the build from the written packs: tools/pack-facts.ts. */
declare module 'virtual:pack-facts' {
  import type { PackId } from '#content/pack-ids.ts'

  interface PackFacts {
    readonly bytes: number
    readonly documents: number
    readonly workbooks: number
    /** To read the guide, and the documents beside it. */
    readonly minutes: { readonly guide: number; readonly documents: number }
  }
  export const packFacts: Readonly<Record<PackId, PackFacts>>
}
