import { about } from '#content/about.ts'
import { checklists, countItems } from '#content/checklists.ts'
import { derivedClaims, promises } from '#content/claims.ts'
import { contact } from '#content/contact.ts'
import { deliveryFrameworks, phasePlan } from '#content/delivery-frameworks.ts'
import { home, proposalRuler } from '#content/home.ts'
import { formatNumber } from '#content/number-words.ts'
import type { PackId } from '#content/packs.ts'
import { partner360, planPhases } from '#content/partner360.ts'
import { qaChecklists } from '#content/qa-checklists.ts'
import { roiCalculator, roiWords } from '#content/roi-calculator.ts'
import { formatHours } from '#content/roi-lines.ts'
import { type Service, serviceScale, services, spanOf } from '#content/services.ts'
import { successKit } from '#content/success-kit.ts'
import { type ViewId, views } from '#content/views.ts'
import { hoursBehind, prerenderedDay } from '#shared/lib/local-time.ts'
import { calculateRoi, type RoiField, roiFields, roundTicks } from '#shared/lib/roi.ts'
import { type Look, ownLook } from './look.ts'
import { type Bar, drawTimetable, type Timetable } from './template.tsx'

type Chart = Omit<Timetable, 'name' | 'title'>

/** The reading times of each pack, in minutes. */
export type ReadingTimes = Readonly<Record<PackId, { minutes: { guide: number; documents: number } }>>

/** The texts with the title, and the chart, of each view. */
const pictures: Readonly<Record<ViewId, [texts: { title: string }, chart: (times: ReadingTimes) => Chart]>> = {
  home: [home.hero, fromRequestToProposal],
  services: [services.hero, fromBriefToResult],
  partner360: [partner360.hero, weeksOfProgram],
  'success-kit': [successKit.hero, minutesToRead],
  'delivery-frameworks': [deliveryFrameworks.hero, shortestAndLongestPlan],
  'qa-checklists': [qaChecklists.hero, checkpoints],
  about: [about.hero, fourMornings],
  contact: [contact.hero, untilTheAnswer],
  'roi-calculator': [roiCalculator.hero, monthOfProposals],
}

/** Draws a view's share picture as SVG. */
export function drawSharePicture(view: ViewId, times: ReadingTimes, look: Look = ownLook): string {
  const name = view === 'home' ? home.hero.eyebrow : views[view].name
  const [{ title }, chart] = pictures[view]
  return drawTimetable({ name, title, ...chart(times) }, look)
}

/** Ticks with numbers from 0 to `end`. */
const count = (end: number, step: number) =>
  Array.from({ length: Math.floor(end / step) + 1 }, (_, index) => ({ at: (index * step) / end, label: index * step }))

const bar = (from: number, to: number, end: number, look: Bar['look'] = 'ink'): Bar => ({
  from: from / end,
  to: to / end,
  look,
})

function fromRequestToProposal(): Chart {
  const { title, mostLabel } = home.hero.ruler
  const { hours: end, steps, most } = proposalRuler()
  return {
    caption: title,
    signal: mostLabel,
    ticks: count(end, Math.ceil(end / 12)),
    rows: [
      ...steps.map(({ name, from, to }) => ({ label: name, bars: [bar(from, to, end)] })),
      { label: '', bars: [bar(most.from, most.to, end, 'signal')] },
    ],
  }
}

/** The first service of each category, and every service that is always available. */
function fromBriefToResult(): Chart {
  const offered: readonly Service[] = services.services
  const { marks, last, at } = serviceScale()
  const mark = (time: number): Bar => ({ from: at(time) - 0.004, to: at(time) + 0.004, look: 'ink' })
  const barsOf = (duration: string): Bar[] => {
    const span = spanOf(duration)
    if (!span) return []
    if (span.kind === 'always') return [bar(0, 1, 1, 'signal')]
    if (span.kind === 'window')
      return [bar(0, at(span.to), 1, 'line'), bar(at(span.from), at(span.to), 1), mark(span.to)]
    const times = Array.from({ length: last / span.hours }, (_, index) => (index + 1) * span.hours)
    return [bar(0, 1, 1, 'line'), ...times.map(mark)]
  }
  return {
    caption: services.scaleLabel,
    ticks: marks.map(({ hours, label }) => ({ at: at(hours), label })),
    rows: offered
      .filter(
        ({ category, duration }, index) =>
          spanOf(duration)?.kind === 'always' || offered.findIndex((one) => one.category === category) === index,
      )
      .map(({ title, duration }) => ({ label: title, bars: barsOf(duration) })),
  }
}

function weeksOfProgram(): Chart {
  const weeks = Number(derivedClaims().programWeeks)
  return {
    caption: partner360.plan.title,
    ticks: count(weeks, Math.ceil(weeks / 12)),
    rows: planPhases().map((phase) => ({
      label: phase.title,
      bars: [bar(phase.fromWeek - 1, phase.toWeek, weeks, phase.toWeek === weeks ? 'signal' : 'ink')],
    })),
  }
}

function minutesToRead(times: ReadingTimes): Chart {
  const { reading, resources } = successKit
  const all = Object.values(times).map(({ minutes }) => minutes.guide + minutes.documents)
  const ticks = roundTicks(Math.max(...all))
  const end = ticks.at(-1) ?? 1
  return {
    caption: reading.scale,
    signal: reading.guide,
    ticks: ticks.map((minute) => ({ at: minute / end, label: minute })),
    rows: resources.map(({ id, title }) => {
      const { guide, documents } = times[id].minutes
      return { label: title, bars: [bar(guide, guide + documents, end), bar(0, guide, end, 'signal')] }
    }),
  }
}

/** Each row shows the shortest plan above the longest one. */
function shortestAndLongestPlan(): Chart {
  const { phases, phasesWords } = deliveryFrameworks
  const [shortest, longest] = [phasePlan('min'), phasePlan('max')]
  // Adds two weeks for the open-ended phase.
  const end = Math.max(...longest.map(({ from, to }) => to ?? from)) + 2
  const { shortest: least, longest: most } = phasesWords.scheduleLegend
  return {
    caption: `${phasesWords.scheduleLabel}: ${least} and ${most}`,
    ticks: count(end, 2),
    rows: phases.map(({ phase }, index) => {
      const [early, late] = [shortest[index], longest[index]]
      if (!early || !late || early.to === null || late.to === null)
        return { label: phase, bars: [bar(late?.from ?? 0, end, end, 'line')] }
      const goesLive = longest[index + 1]?.to === null
      return {
        label: phase,
        bars: [
          { ...bar(early.from, early.to, end, goesLive ? 'signal' : 'ink'), half: 'upper' },
          { ...bar(late.from, late.to, end, goesLive ? 'signal' : 'outline'), half: 'lower' },
        ],
      }
    }),
  }
}

/** Every checklist item has a mark; the first marks are checked. */
function checkpoints(): Chart {
  const [checkpointCount] = qaChecklists.hero.facts
  const checked = 3
  const counts = qaChecklists.tabs.map(({ id }) => countItems(checklists[id]))
  const [first = 0] = counts
  const most = Math.max(...counts)
  return {
    caption: `${checkpointCount.value} ${checkpointCount.label}`,
    signal: qaChecklists.ticking.progress(checked, first),
    ticks: [],
    rows: qaChecklists.tabs.map(({ label }, row) => ({
      label,
      bars: Array.from({ length: counts[row] ?? 0 }, (_, item) =>
        bar(item, item + 0.68, most, row === 0 && item < checked ? 'signal' : 'ink'),
      ),
    })),
  }
}

function fourMornings(): Chart {
  const { title, sent, back, countries, support, start, end } = about.vision.chart
  const hoursOpen = back.hour - sent.hour
  return {
    caption: title,
    ticks: [
      ...count(24, 3)
        .map(({ at }) => ({ at }))
        .slice(1, -1),
      { at: 0, label: start },
      { at: 1, label: end },
    ],
    // The prerendered view shows the same hours.
    rows: [
      ...hoursBehind(countries, prerenderedDay).map(({ city: label, from }) => ({
        label,
        bars: [bar(from, from + hoursOpen, 24)],
      })),
      { label: support, bars: [bar(0, 24, 24, 'signal')] },
    ],
  }
}

function untilTheAnswer(): Chart {
  const { title, moment, start, end } = contact.form.reply
  const hours = Number(promises.answerHours)
  return {
    caption: `${title} ${moment}`,
    ticks: count(hours, Math.ceil(hours / 8)),
    rows: [
      { label: start, bars: [bar(0, 1, 60)] },
      { label: derivedClaims().answerWithin, bars: [bar(0, 1, 1, 'outline')] },
      { label: end, bars: [bar(59, 60, 60, 'signal')] },
    ],
  }
}

/** Calculates a month of proposals with the calculator's example values; empty fields count as 0. */
function monthOfProposals(): Chart {
  const words = roiCalculator.chart.month
  const example = Object.fromEntries(
    roiFields.map((field) => [field, Number(roiWords[field].example.replace(/,/g, ''))]),
  ) as Record<RoiField, number>
  const { hoursToday, hoursWith, hoursFreed } = calculateRoi(example)
  const ticks = roundTicks(hoursToday)
  const end = ticks.at(-1) ?? 1
  return {
    caption: `${words.title} (${roiCalculator.kinds.example})`,
    signal: `${formatHours(hoursFreed)} ${words.freed}`,
    ticks: ticks.map((tick) => ({ at: tick / end, label: formatNumber(tick) })),
    rows: [
      { label: `${words.today}: ${formatHours(hoursToday)}`, bars: [bar(0, hoursToday, end)] },
      {
        label: `${words.withUs}: ${formatHours(hoursWith)}`,
        bars: [bar(0, hoursWith, end), bar(hoursWith, hoursToday, end, 'signal')],
      },
    ],
  }
}
