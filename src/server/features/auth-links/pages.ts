import { accountPages, confirmPages } from '#content/account-pages.ts'
import type { AnswerPage } from '#content/forms.ts'
import { passwordWords } from '#content/passwords.ts'
import { type Html, html } from '#server/lib/http/html.ts'
import type { PasswordRule } from '#shared/contract/password.ts'
import type { Link, NewOwner } from './types.ts'

/** One page of ours: its title, and what stands in it. */
export interface Page {
  title: string
  body: Html
}

/** What the link will do, and the button that does it. An invitation asks for a password, which may have a fault. */
export function confirmPage(link: Link, rule: PasswordRule, passwordFault: string | null = null): Page {
  const { title, text, submit } = confirmPages[link.type]
  const body = html`<h1>${title}</h1>
<p>${text}</p>
<form class="plain-form" method="post" action="/account/confirm">
${hidden('token', link.token)}${hidden('type', link.type)}${link.redirectTo && hidden('redirect_to', link.redirectTo)}${
  link.type === 'invite' && passwordField(rule, passwordFault)
}<button type="submit">${submit}</button>
<p>${accountPages.untouched}</p>
</form>`
  return { title, body }
}

/** The form for the first owner, with the address that was typed; a password is typed again. */
export function ownerPage(
  { token, email }: Pick<NewOwner, 'token' | 'email'>,
  rule: PasswordRule,
  refused: { fault: 'email' | 'password'; sentence: string } | null = null,
): Page {
  const { title, text, submit } = accountPages.owner
  const faultOf = (name: string) => (refused?.fault === name ? refused.sentence : null)
  const body = html`<h1>${title}</h1>
<p>${text}</p>
<form class="plain-form" method="post" action="/account/owner">
${hidden('token', token)}${emailField(email, faultOf('email'))}${passwordField(rule, faultOf('password'))}<button type="submit">${submit}</button>
</form>`
  return { title, body }
}

export function ownerCreatedPage(): Page {
  const { title, text, nextTitle, next, open } = accountPages.ownerCreated
  const body = html`<h1>${title}</h1>
<p>${text}</p>
<h2>${nextTitle}</h2>
<ol>${next.map((step) => html`<li>${step}</li>`)}</ol>
<a class="button" href="/desk/">${open}</a>`
  return { title, body }
}

/** A heading and what to do. */
export const saidPage = ({ title, text }: AnswerPage): Page => ({
  title,
  body: html`<h1>${title}</h1>
<p>${text}</p>`,
})

const hidden = (name: string, value: string) => html`<input type="hidden" name="${name}" value="${value}">
`

function emailField(value: string, fault: string | null): Html {
  return html`<div class="field">
<label for="email">${accountPages.email}</label>
<input id="email" name="email" type="email" value="${value}" autocomplete="username" required maxlength="254"${
    fault !== null && html` aria-invalid="true" aria-describedby="email-error" autofocus`
  }>
${fault !== null && html`<p class="error" id="email-error">${fault}</p>`}
</div>
`
}

/** Without a longest length: a browser would cut what is pasted, and nobody would know their password. */
function passwordField(rule: PasswordRule, fault: string | null): Html {
  const described = fault === null ? 'password-rule' : 'password-error password-rule'
  return html`<div class="field">
<label for="password">${accountPages.password}</label>
<input id="password" name="password" type="password" autocomplete="new-password" required minlength="${rule.characters}" aria-describedby="${described}"${
    fault !== null && html` aria-invalid="true" autofocus`
  }>
<p id="password-rule">${passwordWords.rule(rule)}</p>
${fault !== null && html`<p class="error" id="password-error">${fault}</p>`}
</div>
`
}
