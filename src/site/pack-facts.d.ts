/** Made by the build from the written packs: tools/build/pack-facts.ts. */
declare module 'virtual:pack-facts' {
  import type { PackId } from '#content/pack-ids.ts'

  interface PackFacts {
    readonly bytes: number
    /** Pages of the guide. */
    readonly pages: number
    readonly documents: number
    readonly workbooks: number
    /** Filled-in examples to read. */
    readonly examples: number
    /** To read the guide, and the documents beside it. */
    readonly minutes: { readonly guide: number; readonly documents: number }
  }
  export const packFacts: Readonly<Record<PackId, PackFacts>>
}

/** Made by the build from the pictures of pages: tools/build/pack-facts.ts. */
declare module 'virtual:page-pictures' {
  /** Stands in the name of each picture. */
  export const pictureHash: string
}
