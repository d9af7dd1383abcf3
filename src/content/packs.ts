import { estimationWorkbook } from './pack-estimation-workbook.ts'
import { qaChecklist } from './pack-qa-checklist.ts'
import { retentionPlaybook } from './pack-retention-playbook.ts'
import type { Pack } from './pack-types.ts'

/** The packs that the build writes, one for each card of the success kit. */
export const packs: readonly Pack[] = [estimationWorkbook, qaChecklist, retentionPlaybook]
