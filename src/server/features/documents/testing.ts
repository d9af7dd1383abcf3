import type { PracticeSettings } from './service.ts'

export const practiceForTest: PracticeSettings = {
  project: null,
  interactionDays: 395,
  mailServer: null,
  hasMetrics: false,
  backups: null,
  signInServices: [],
}
