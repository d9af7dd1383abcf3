import { proposalGuide } from './pack-proposal-guide.ts'
import { priceTables } from './pack-proposal-prices.ts'
import { shortProposal } from './pack-proposal-short.ts'
import { standardProposal } from './pack-proposal-standard.ts'
import { tenderAnswer } from './pack-proposal-tender.ts'
import type { Pack } from './pack-types.ts'

export const proposalTemplates: Pack = {
  id: 'proposal-templates',
  title: 'Proposal Template Library',
  guide: proposalGuide,
  documents: [shortProposal, standardProposal, tenderAnswer],
  workbooks: [priceTables],
}
