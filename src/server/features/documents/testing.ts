import type { PracticeSettings } from './types.ts'

export const practiceForTest: PracticeSettings = {
  project: null,
  interactionDays: 395,
  mailServer: null,
  hasMetrics: false,
  backups: null,
  sessionHours: 168,
  idleHours: 12,
  signUp: false,
  signInServices: [],
}
