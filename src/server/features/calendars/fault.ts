import type { CalendarFault } from '#shared/contract/calendars.ts'

export class ReadingFault extends Error {
  override name = 'ReadingFault'
  readonly fault: CalendarFault

  constructor(fault: CalendarFault) {
    super(fault)
    this.fault = fault
  }
}
