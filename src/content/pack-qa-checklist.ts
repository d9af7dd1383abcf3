import { defectReport } from './pack-qa-defect.ts'
import { qaGuide } from './pack-qa-guide.ts'
import { testReport } from './pack-qa-report.ts'
import { qaWorkbook } from './pack-qa-workbook.ts'
import type { Pack } from './pack-types.ts'

export const qaChecklist: Pack = {
  id: 'qa-checklist',
  title: 'QA Checklist',
  guide: qaGuide,
  documents: [testReport, defectReport],
  workbooks: [qaWorkbook],
}
