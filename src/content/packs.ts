import { adoptionGuide } from './pack-adoption-guide.ts'
import { deliveryFramework } from './pack-delivery-framework.ts'
import { discoveryWorkshops } from './pack-discovery-workshops.ts'
import { estimationWorkbook } from './pack-estimation-workbook.ts'
import { pricingGuide } from './pack-pricing-guide.ts'
import { proposalTemplates } from './pack-proposal-templates.ts'
import { qaChecklist } from './pack-qa-checklist.ts'
import { retentionPlaybook } from './pack-retention-playbook.ts'
import type { Pack } from './pack-types.ts'

/** The packs that the build writes, one for each card of the success kit, in the order of the cards. */
export const packs: readonly Pack[] = [
  proposalTemplates,
  estimationWorkbook,
  deliveryFramework,
  qaChecklist,
  pricingGuide,
  retentionPlaybook,
  discoveryWorkshops,
  adoptionGuide,
]
