import { execFileSync } from 'node:child_process'
import { type BusyTime, window } from './generator.ts'

/** Debian's Python, because the libraries are Debian packages. */
const python = '/usr/bin/python3'

/** Another implementation of RFC 5545: it is in a different language, and shares no code with our calendar reader. */
const program = `
import json, sys
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo
import icalendar, recurring_ical_events

def instant(at, zone):
    if not isinstance(at, datetime):
        at = datetime(at.year, at.month, at.day)
    return int((at if at.tzinfo else at.replace(tzinfo=zone)).timestamp() * 1000)

def busy(text, zone, first, last):
    found = []
    calendar = icalendar.Calendar.from_ical(text)
    for event in recurring_ical_events.of(calendar).between(first, last):
        if event.get('STATUS') != 'CANCELLED' and event.get('TRANSP') != 'TRANSPARENT':
            found.append([instant(event['DTSTART'].dt, zone), instant(event['DTEND'].dt, zone)])
    return found

def answer(text, host, first, last):
    try:
        return busy(text, ZoneInfo(host), first, last)
    except Exception as error:
        return type(error).__name__

tasks, first, last = json.load(sys.stdin)
edges = [datetime(1970, 1, 1) + timedelta(milliseconds=at) for at in (first, last)]
print(json.dumps([answer(text, host, edges[0] - timedelta(days=9), edges[1] + timedelta(days=2)) for text, host in tasks]))
`

/** Returns each calendar's busy times from python3-recurring-ical-events, or the name of the error that occurred. */
export function readWithReference(calendars: readonly { text: string; host: string }[]): (BusyTime[] | string)[] {
  const tasks = calendars.map(({ text, host }) => [text, host])
  const told = execFileSync(python, ['-W', 'ignore', '-c', program], {
    input: JSON.stringify([tasks, window.from, window.until]),
    encoding: 'utf8',
    maxBuffer: 1_000_000_000,
  })
  return JSON.parse(told) as (BusyTime[] | string)[]
}
