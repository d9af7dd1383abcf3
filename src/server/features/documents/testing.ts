import type { PracticeSettings } from './types.ts'

/** A server as it is without any settings. */
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
