import { announcements } from './pack-adoption-announcements.ts'
import { coursePlans } from './pack-adoption-courses.ts'
import { adoptionWorkbook } from './pack-adoption-dashboard.ts'
import { adoptionReading } from './pack-adoption-reading.ts'
import { adoptionSurvey } from './pack-adoption-survey.ts'
import type { Pack } from './pack-types.ts'

export const adoptionGuide: Pack = {
  id: 'adoption-guide',
  title: 'Training and Adoption Guide',
  guide: adoptionReading,
  documents: [coursePlans, announcements, adoptionSurvey],
  workbooks: [adoptionWorkbook],
}
