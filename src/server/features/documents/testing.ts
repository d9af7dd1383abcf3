import type { PracticeSettings } from './types.ts'

export const practiceForTest: PracticeSettings = {
  project: null,
  interactionDays: 395,
  mailServer: null,
  hasMetrics: false,
  backups: null,
  signInServices: [],
}
