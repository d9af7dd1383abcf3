import { type Refused, refusalSentence } from '#content/field-refusals.ts'
import type { FormField } from '#content/form-field.ts'
import { type Html, html } from '#server/lib/http/html.ts'
import type { FormKind, KindName } from './kinds.ts'
import type { Typed } from './service.ts'

interface Filled {
  value: string
  error: string | null
}

/**
 * The form itself, with what was typed and what is wrong with it. Two fields are not for people: when the page was
 * opened first, and one that only a program finds.
 */
export function formMarkup(
  name: KindName,
  kind: FormKind,
  typed: Typed,
  refused: readonly Refused[] = [],
): Html {
  const errorOf = (field: string) => {
    const fault = refused.find(({ column }) => column === field)
    return fault ? refusalSentence(kind.refusals, fault, typed[field]) : null
  }
  return html`${kind.required && html`<p>${kind.required}</p>`}
<form class="plain-form" method="post" action="/forms/${name}">
${kind.fields.map((field) => fieldMarkup(field, { value: typed[field.name] ?? '', error: errorOf(field.name) }))}
${
  typed.opened &&
  html`<input type="hidden" name="opened" value="${typed.opened}">
`
}<input class="trap" name="budget_note" value="${typed.budget_note ?? ''}" autocomplete="off" tabindex="-1" aria-hidden="true">
<button type="submit">${kind.submit}</button>
</form>`
}

function fieldMarkup(field: FormField, { value, error }: Filled): Html {
  const { name } = field
  return html`<div class="field">
<label for="${name}">${field.label}</label>
${control(field, { value, error })}
${field.hint && html`<p id="${name}-hint">${field.hint}</p>`}
${error !== null && html`<p class="error" id="${name}-error">${error}</p>`}
</div>
`
}

function control(field: FormField, { value, error }: Filled): Html {
  const described = [field.hint && `${field.name}-hint`, error !== null && `${field.name}-error`].filter(
    Boolean,
  )
  const common = html`id="${field.name}" name="${field.name}" autocomplete="${field.autocomplete}"${
    field.required && html` required`
  }${error !== null && html` aria-invalid="true"`}${
    described.length > 0 && html` aria-describedby="${described.join(' ')}"`
  }`
  if (field.type === 'select') {
    const option = (optionValue: string, label: string) =>
      html`<option value="${optionValue}"${optionValue === value && html` selected`}>${label}</option>`
    return html`<select ${common}>${option('', field.placeholder ?? '')}${field.options.map((o) =>
      option(o.value, o.label),
    )}</select>`
  }
  // The first line break after <textarea> is not part of its value, so one is added that may be lost.
  if (field.type === 'textarea') return html`<textarea ${common} rows="6">${'\n'}${value}</textarea>`
  return html`<input ${common} type="${field.type}" value="${value}">`
}
