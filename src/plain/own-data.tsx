import { ownDataLink } from '#content/documents.ts'
import { ownData } from '#content/own-data.ts'
import { messageLimits } from '#shared/contract/form-rules.ts'
import { FieldView } from '#ui/field-view.tsx'
import { ActionLink } from './action-link.tsx'
import { Linked } from './linked.tsx'
import type { Page } from './page.ts'
import { PlainForm } from './plain-form.tsx'

/** Asks for an address to send the link to. */
export const askPage = (refused: { typed: string; error: string } | null = null): Page => ({
  title: ownData.ask.title,
  body: (
    <>
      <h1>{ownData.ask.title}</h1>
      <p>{ownData.ask.text}</p>
      <PlainForm action={ownDataLink.href} hidden={{}} submit={ownData.ask.submit}>
        <FieldView
          spec={{
            name: 'email',
            label: ownData.ask.label,
            type: 'email',
            required: true,
            autocomplete: 'email',
            placeholder: ownData.ask.placeholder,
          }}
          maxLength={messageLimits.email}
          hint={ownData.ask.hint}
          defaultValue={refused?.typed}
          error={refused?.error}
          autoFocus={refused !== null}
        />
      </PlainForm>
      <p>
        <Linked text={ownData.ask.note} />
      </p>
    </>
  ),
})

/** The same page for every address, so that it does not reveal whether there is data about it. */
export const askedPage = (): Page => ({
  title: ownData.asked.title,
  body: (
    <>
      <h1>{ownData.asked.title}</h1>
      <p>{ownData.asked.text}</p>
      <ul>
        {ownData.asked.more.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </>
  ),
})

/** The page of the letter's link. It shows no data yet, because mail scanners open links before people do. */
export const openedPage = (token: string): Page => ({
  title: ownData.opened.title,
  body: (
    <>
      <h1>{ownData.opened.title}</h1>
      <p>{ownData.opened.text}</p>
      <PlainForm action={`${ownDataLink.href}/open`} hidden={{ key: token }} submit={ownData.opened.submit} />
      <p>{ownData.opened.note}</p>
    </>
  ),
})

/** Explains that the link is not valid, and leads to a new one. */
export const unopenedPage = ({
  title,
  text,
  again,
}: {
  title: string
  text: string
  again: string
}): Page => ({
  title,
  body: (
    <>
      <h1>{title}</h1>
      <p>
        <Linked text={text} />
      </p>
      <ActionLink href={ownDataLink.href}>{again}</ActionLink>
    </>
  ),
})

interface Erased {
  bookings: number
  messages: number
  interactions: number
  account: 'none' | 'erased' | 'kept'
}

export const erasedPage = ({ bookings, messages, interactions, account }: Erased): Page => ({
  title: ownData.erased.title,
  body: (
    <>
      <h1>{ownData.erased.title}</h1>
      <p>{ownData.erased.counted(bookings, messages, interactions)}</p>
      {account !== 'none' && <p>{ownData.erased.account[account]}</p>}
      <p>
        <Linked text={ownData.erased.others} />
      </p>
      <p>{ownData.erased.form}</p>
    </>
  ),
})
