import type { CalendarFault } from '#shared/contract/calendars.ts'

/** Why a calendar cannot be read. */
export class ReadingFault extends Error {
  override name = 'ReadingFault'
  readonly fault: CalendarFault

  constructor(fault: CalendarFault) {
    super(fault)
    this.fault = fault
  }
}
