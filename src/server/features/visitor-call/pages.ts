import { challengeLabels, teamSizeLabels } from '#content/booking.ts'
import { brand } from '#content/brand.ts'
import type { AnswerPage } from '#content/forms.ts'
import { callPage } from '#content/visitor-call.ts'
import { dayOf, momentIn, sentenceOf, spanIn, timeOf } from '#letters/moments.ts'
import { type Html, html } from '#server/lib/http/html.ts'
import { unknownWord } from '#shared/contract/known.ts'
import { calendarLinks, referenceOf } from './calendar.ts'
import { forms } from './change-forms.ts'
import { answerDue, isOpen, type Stop, stateOf, stopsOf } from './state.ts'
import type { Call, Refused, State } from './types.ts'

/** What the page shows beside the call. */
export interface Shown {
  token: string
  now: number
  /** What was just done, or why nothing was. */
  notice?: 'done' | 'changed' | undefined
  /** A time that was not taken, as it was typed, and why. */
  refused?: { typed: string; why: Refused } | undefined
}

export interface Page {
  title: string
  body: Html
}

/** Everything of one call, from how it stands to what was told us, and the ways to change it. */
export function callPageOf(call: Call, shown: Shown): Page {
  const { now, notice, refused } = shown
  const state = stateOf(call, now)
  const due = answerDue(call)
  const words = callPage.states[state === 'asked' && due < now ? 'late' : state]
  const body = html`${notice === 'changed' && html`<p class="notice" role="alert">${callPage.changed}</p>`}${
    notice === 'done' &&
    state === 'asked' &&
    html`<p class="notice" role="status">${callPage.propose.done}</p>`
  }${
    refused &&
    html`<p class="notice problem" role="alert"><a href="#time">${callPage.propose.title}</a>: ${linked(callPage.propose.refused[refused.why])}</p>`
  }<h1>${words.title}</h1>
<p class="lead">${linked(words.text(sentenceOf(due, call.zone)))}</p>
${state === 'asked' && call.starts <= now && html`<p class="notice">${callPage.wishPassed}</p>`}${
  words.label !== null && board(call, words.label, state === 'asked')
}${call.proposed !== null && state === 'proposed' && proposal(call, call.proposed)}${line(call, state, now)}${
  isOpen(state) ? html`${calendars(call, shown.token)}${forms(call, shown)}` : again
}${told(call)}`
  return { title: words.title, body }
}

/** A heading and what to do. */
export const saidPage = ({ title, text }: AnswerPage): Page => ({
  title,
  body: html`<h1>${title}</h1>
<p>${linked(text)}</p>
${again}`,
})

const again = html`<a class="button again" href="/forms/booking">${callPage.again}</a>
`

/** Our mailbox in a sentence becomes a link. */
const linked = (text: string): Html =>
  html`${text
    .split(brand.email)
    .flatMap((part, index) => [index > 0 && html`<a href="mailto:${brand.email}">${brand.email}</a>`, part])}`

/** The time, as large as it matters. */
function board(call: Call, label: string, isAsked: boolean): Html {
  const { time, day, zone } = spanIn(call, call.zone)
  return html`<div class="board${isAsked && ' asked'}">
<p class="label">${label}</p>
<p class="time">${time}</p>
<p class="day">${day}</p>
<p class="zone">${zone}</p>
</div>
`
}

function proposal(call: Call, at: number): Html {
  const { time, day } = momentIn(at, call.zone)
  return html`<div class="board asked small">
<p class="label">${callPage.proposedLabel}</p>
<p class="day">${callPage.at(time, day)}</p>
</div>
`
}

/** The way from the asking to the call, one stop below the other. */
function line(call: Call, state: State, now: number): Html {
  const when = ({ what, at }: Stop) => {
    if (at === null) return ''
    const [time, day] = [timeOf(at, call.zone), dayOf(at, call.zone, 'short')]
    return html`<span>${what === 'answer' ? callPage.by(time, day) : callPage.at(time, day)}</span>`
  }
  const isLate = ({ what, at }: Stop) => what === 'answer' && at !== null && at < now
  const stop = (one: Stop) =>
    html`<li class="${one.is}${isLate(one) && ' late'}"${one.is === 'now' && html` aria-current="step"`}><strong>${
      callPage.stops[one.what]
    }</strong>${when(one)}</li>
`
  return html`<section class="block"><h2>${callPage.stopsTitle}</h2>
<ol class="line">
${stopsOf(call, state).map(stop)}</ol>
</section>
`
}

function calendars(call: Call, token: string): Html {
  const { links, askedNote, calendarTitle } = callPage
  const isConfirmed = call.status === 'confirmed'
  return html`<section class="block"><h2>${calendarTitle[isConfirmed ? 'confirmed' : 'asked']}</h2>
<ul class="links">
<li><a href="/call/${callPage.event.fileName}?call=${token}">${links.file}</a></li>
${
  isConfirmed &&
  calendarLinks(call).map(
    ({ label, href }) => html`<li><a href="${href}" rel="noreferrer">${label}</a></li>
`,
  )
}</ul>
${!isConfirmed && html`<p class="small">${askedNote}</p>`}
</section>
`
}

/** What is theirs and harmless; the link is a key, and a key may be found. */
function told(call: Call): Html {
  const { told: words, toldTitle, toldNote, key } = callPage
  return html`<section class="block"><h2>${toldTitle}</h2>
<dl class="told">
<dt>${words.name}</dt><dd>${call.name}</dd>
<dt>${words.company}</dt><dd>${call.company}</dd>
${
  call.challenge !== unknownWord &&
  html`<dt>${words.challenge}</dt><dd>${challengeLabels[call.challenge]}</dd>
`
}${
  call.teamSize !== unknownWord &&
  html`<dt>${words.teamSize}</dt><dd>${teamSizeLabels[call.teamSize]}</dd>
`
}${
  call.message !== null &&
  html`<dt>${words.message}</dt><dd class="typed">${call.message}</dd>
`
}<dt>${words.reference}</dt><dd><code>${referenceOf(call)}</code></dd>
</dl>
<p class="small">${linked(toldNote)}</p>
<p class="small">${key}</p>
</section>
`
}
