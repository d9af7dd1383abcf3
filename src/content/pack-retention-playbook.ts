import { clientEmails } from './pack-retention-emails.ts'
import { retentionGuide } from './pack-retention-guide.ts'
import { quarterlyReview } from './pack-retention-review.ts'
import { retentionWorkbook } from './pack-retention-workbook.ts'
import type { Pack } from './pack-types.ts'

export const retentionPlaybook: Pack = {
  id: 'retention-playbook',
  title: 'Client Retention Playbook',
  guide: retentionGuide,
  documents: [quarterlyReview, clientEmails],
  workbooks: [retentionWorkbook],
}
