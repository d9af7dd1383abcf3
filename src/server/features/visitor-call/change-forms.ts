import { callPage } from '#content/visitor-call.ts'
import { momentIn } from '#letters/moments.ts'
import { type Html, html } from '#server/lib/http/html.ts'
import type { Call, Refused } from './types.ts'
import { toWallClock } from './wall-clock.ts'

interface Change {
  token: string
  now: number
  refused?: { typed: string; why: Refused } | undefined
}

const twoYears = 2 * 365 * 24 * 3600 * 1000

/** The two ways to change a call. Each says what its reader saw, so that nothing is changed behind their back. */
export const forms = (call: Call, change: Change): Html =>
  html`${propose(call, change)}${cancel(call, change.token)}`

function seen({ status, starts }: Call, token: string): Html {
  const field = (name: string, value: string | number) =>
    html`<input type="hidden" name="${name}" value="${value}">`
  return html`${field('call', token)}${field('status', status)}${field('starts', starts)}`
}

/** On the visitor's own clocks, which are named: a browser's field has no zone. */
function propose(call: Call, { token, now, refused }: Change): Html {
  const { propose: words } = callPage
  const first = Math.max(call.proposed ?? call.starts, now + 3600 * 1000)
  const value = refused?.typed ?? toWallClock(first, call.zone)
  return html`<section class="block"><h2>${words.title}</h2>
<p>${call.status === 'new' ? words.askedText : words.confirmedText}</p>
<form class="plain-form" method="post" action="/call/propose">
${seen(call, token)}
<div class="field">
<label for="time">${words.label}</label>
<input id="time" name="time" type="datetime-local" required value="${value}" min="${toWallClock(now, call.zone)}" max="${toWallClock(now + twoYears, call.zone)}" autocomplete="off" aria-describedby="${refused && 'time-error '}time-hint"${refused && html` aria-invalid="true"`}>
<p id="time-hint">${words.hint(momentIn(call.starts, call.zone).zone)}</p>
${refused && html`<p class="error" id="time-error">${words.refused[refused.why]}</p>`}
</div>
<button type="submit">${words.submit}</button>
</form>
</section>
`
}

/** Behind a second step that needs no script. */
function cancel(call: Call, token: string): Html {
  const { cancel: words } = callPage
  return html`<details class="cancel">
<summary>${words.open}</summary>
<form class="plain-form" method="post" action="/call/cancel">
${seen(call, token)}
<p>${call.status === 'new' ? words.askedText : words.confirmedText}</p>
<button type="submit" class="quiet">${words.submit}</button>
</form>
</details>
`
}
