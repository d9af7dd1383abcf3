import { changeRequest, gateReview } from './pack-delivery-decisions.ts'
import { deliveryGuide } from './pack-delivery-guide.ts'
import { kpiSheet } from './pack-delivery-kpis.ts'
import { kickoffAgenda, statusReport } from './pack-delivery-meetings.ts'
import { projectPlan } from './pack-delivery-plan.ts'
import { riskRegister } from './pack-delivery-risks.ts'
import type { Pack } from './pack-types.ts'

export const deliveryFramework: Pack = {
  id: 'delivery-framework',
  title: 'Project Delivery Framework',
  guide: deliveryGuide,
  documents: [kickoffAgenda, statusReport, gateReview, changeRequest],
  workbooks: [projectPlan, riskRegister, kpiSheet],
}
