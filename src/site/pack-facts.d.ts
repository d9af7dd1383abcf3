/** Made by the build from the written packs: tools/pack-facts.ts. */
declare module 'virtual:pack-facts' {
  import type { PackFacts, PackId } from '#content/pack-types.ts'
  export const packFacts: Readonly<Record<PackId, PackFacts>>
}
