import { receipt } from '#content/booking-receipt.ts'
import { type Refused, refusalSentence } from '#content/field-refusals.ts'
import { type AnswerPage, forms } from '#content/forms.ts'
import { type Html, html } from '#server/lib/http/html.ts'
import type { FormKind, KindName } from './kinds.ts'
import { formMarkup } from './markup.ts'
import type { Submission, Typed } from './service.ts'

/** The empty form, for whoever cannot open the dialog. */
export const blankPage = (name: KindName, kind: FormKind, now: number): Html =>
  html`<h1>${kind.title}</h1>
<p>${kind.text}</p>
${formMarkup(name, kind, { opened: String(now) })}`

/** What was stored: the reference, and the time as we understood it. */
export function receivedPage(kind: FormKind, stored: Extract<Submission, { reference: string }>): Html {
  const { received } = kind
  if (stored.isAsked) return askedPage(stored)
  return html`<h1>${received.title}</h1>
<p>${received.text}</p>
<dl>
<dt>${forms.reference}</dt><dd><code>${stored.reference}</code></dd>
${stored.when && html`<dt>${receipt.time}</dt><dd>${receipt.when(stored.when.time, stored.when.zone)}</dd>`}
</dl>
${stored.page && html`<p><a href="${stored.page}">${receipt.page.link}</a></p>`}${
  stored.when && !stored.page && html`<p>${receipt.page.byLetter}</p>`
}
${
  received.next &&
  html`<h2>${received.nextTitle}</h2>
<ol>${received.next.map((step) => html`<li>${step}</li>`)}</ol>`
}`
}

/** One more step: nobody takes it up before the mailbox has said yes. */
const askedPage = ({ reference }: Extract<Submission, { reference: string }>): Html =>
  html`<h1>${forms.asked.title}</h1>
<p>${forms.asked.text}</p>
<dl>
<dt>${forms.reference}</dt><dd><code>${reference}</code></dd>
</dl>
<p>${forms.asked.missing}</p>`

/** Where the letter leads. To open it does nothing, since programs open links before people do. */
export const confirmationPage = (key: string): Html =>
  html`<h1>${forms.confirm.title}</h1>
<p>${forms.confirm.text}</p>
<form method="post" action="/forms/confirm">
<input type="hidden" name="key" value="${key}">
<button type="submit">${forms.confirm.button}</button>
</form>`

/** The failure sentence, the fields at fault, and the form again with everything that was typed. */
export function refusedPage(
  name: KindName,
  kind: FormKind,
  typed: Typed,
  refused: readonly Refused[],
  { reference, note }: { reference?: string; note?: string } = {},
): Html {
  const labels = new Map(kind.fields.map((field) => [field.name, field.label]))
  const item = (fault: Refused) => {
    const { column } = fault
    const sentence = refusalSentence(kind.refusals, fault, typed[column]) || column.slice(0, 100)
    const label = labels.get(column)
    return label ? html`<li><a href="#${column}">${label}</a>: ${sentence}</li>` : html`<li>${sentence}</li>`
  }
  return html`<h1>${kind.failure}</h1>
${note && html`<p>${note}</p>`}
${
  refused.length > 0 &&
  html`<p>${forms.refusedFields}</p>
<ul class="error">${refused.map(item)}</ul>`
}
${reference && html`<p>${forms.reference}: <code>${reference}</code></p>`}
${formMarkup(name, kind, typed, refused)}`
}

/** A page with a heading and what to do, for faults that have no form to show. */
export const answerPage = (page: AnswerPage, reference: string | null = null): Html =>
  html`<h1>${page.title}</h1>
<p>${page.text}</p>
${reference && html`<p>${forms.reference}: <code>${reference}</code></p>`}`
