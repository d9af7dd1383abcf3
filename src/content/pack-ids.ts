/** Ids of the eight packs: those of the cards in `success-kit.ts`, and the names of the files people take. */
export const packIds = [
  'proposal-templates',
  'estimation-workbook',
  'delivery-framework',
  'qa-checklist',
  'pricing-guide',
  'retention-playbook',
  'discovery-workshops',
  'adoption-guide',
] as const
export type PackId = (typeof packIds)[number]
