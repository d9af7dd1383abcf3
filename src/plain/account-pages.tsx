import { accountPages, confirmPages } from '#content/account-pages.ts'
import { passwordWords } from '#content/passwords.ts'
import { minPasswordCharacters } from '#shared/contract/auth.ts'
import { messageLimits } from '#shared/contract/form-rules.ts'
import { FieldView } from '#ui/field-view.tsx'
import { ActionLink, type Page, PlainForm } from './page.tsx'

interface Link {
  token: string
  type: keyof typeof confirmPages
  redirectTo: string | null
}

/** Says what the link does, above a button for this action. The page of an invitation also asks for a password. */
export function confirmPage({ token, type, redirectTo }: Link, passwordFault: string | null = null): Page {
  const { title, text, submit } = confirmPages[type]
  return {
    title,
    body: (
      <>
        <p>{text}</p>
        <PlainForm action="/account/confirm" hidden={{ token, type, redirect_to: redirectTo || null }} submit={submit}>
          {type === 'invite' && <Password fault={passwordFault} />}
          <p>{accountPages.untouched}</p>
        </PlainForm>
      </>
    ),
  }
}

interface Owner {
  token: string
  email: string
}

/**
 * The form for the first owner. After an error, the form keeps the email address that the user typed, but not the
 * password.
 */
export function ownerPage(
  { token, email }: Owner,
  refused: { fault: 'email' | 'password'; sentence: string } | null = null,
): Page {
  const { title, text, submit } = accountPages.owner
  const faultOf = (name: string) => (refused?.fault === name ? refused.sentence : null)
  return {
    title,
    body: (
      <>
        <p>{text}</p>
        <PlainForm action="/account/owner" hidden={{ token }} submit={submit}>
          <Email value={email} fault={faultOf('email')} />
          <Password fault={faultOf('password')} />
        </PlainForm>
      </>
    ),
  }
}

export function ownerCreatedPage(): Page {
  const { title, text, nextTitle, next, open } = accountPages.ownerCreated
  return {
    title,
    body: (
      <>
        <p>{text}</p>
        <h2>{nextTitle}</h2>
        <ol>
          {next.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <ActionLink href="/desk/">{open}</ActionLink>
      </>
    ),
  }
}

const Email = ({ value, fault }: { value: string; fault: string | null }) => (
  <FieldView
    spec={{
      name: 'email',
      label: accountPages.email,
      type: 'email',
      required: true,
      autocomplete: 'username',
    }}
    defaultValue={value}
    maxLength={messageLimits.email}
    error={fault ?? undefined}
    autoFocus={fault !== null}
  />
)

/** The field has no maximum length, because a browser would silently truncate a pasted password. */
const Password = ({ fault }: { fault: string | null }) => (
  <FieldView
    spec={{
      name: 'password',
      label: accountPages.password,
      type: 'password',
      required: true,
      autocomplete: 'new-password',
    }}
    minLength={minPasswordCharacters}
    hint={passwordWords.rule}
    error={fault ?? undefined}
    autoFocus={fault !== null}
  />
)
