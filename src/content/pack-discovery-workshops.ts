import { agendaOf } from './pack-discovery-agenda.ts'
import { firstDay } from './pack-discovery-first-day.ts'
import { fitGapWorkbook } from './pack-discovery-fit-gap.ts'
import { discoveryGuide } from './pack-discovery-guide.ts'
import { processMap } from './pack-discovery-map.ts'
import { secondDay } from './pack-discovery-second-day.ts'
import type { Pack } from './pack-types.ts'

export const discoveryWorkshops: Pack = {
  id: 'discovery-workshops',
  title: 'Discovery Workshop Guide',
  guide: discoveryGuide,
  documents: [...[...firstDay, ...secondDay].map(agendaOf), processMap],
  workbooks: [fitGapWorkbook],
}
