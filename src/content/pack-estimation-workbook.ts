import { estimationGuide } from './pack-estimation-guide.ts'
import { estimateLetter } from './pack-estimation-letter.ts'
import { migrationSheet } from './pack-estimation-migration.ts'
import { packagesSheet } from './pack-estimation-packages.ts'
import { summarySheet } from './pack-estimation-range.ts'
import { settingsSheet } from './pack-estimation-settings.ts'
import type { Pack } from './pack-types.ts'

export const estimationWorkbook: Pack = {
  id: 'estimation-workbook',
  title: 'Estimation Workbook',
  guide: estimationGuide,
  documents: [estimateLetter],
  workbooks: [
    {
      file: 'estimation-workbook',
      title: 'Estimation workbook',
      sheets: [summarySheet, packagesSheet, migrationSheet, settingsSheet],
    },
  ],
}
