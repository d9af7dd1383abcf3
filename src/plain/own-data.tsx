import { Fragment } from 'react'
import { ownDataLink } from '#content/documents.ts'
import { ownData } from '#content/own-data.ts'
import { plural } from '#content/tree.ts'
import { messageLimits } from '#shared/contract/form-rules.ts'
import { buttonClass } from '#ui/button.tsx'
import { FieldView } from '#ui/field-view.tsx'
import layout from '#ui/layout.module.css'
import page from './call-page.module.css'
import css from './own-data.module.css'
import { ActionLink, type Page, PlainForm, TextWithMailLink } from './page.tsx'

/** Asks for the email address to which the link will be sent. */
export const requestLinkPage = (refused: { typed: string; error: string } | null = null): Page => ({
  title: ownDataLink.label,
  body: (
    <>
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
        <TextWithMailLink text={ownData.ask.note} />
      </p>
    </>
  ),
})

/** This page is the same for every email address, so that it does not reveal whether we store data about an address. */
export const linkRequestedPage = (): Page => ({
  title: ownData.asked.title,
  body: (
    <>
      <p>{ownData.asked.text}</p>
      <ul>
        {ownData.asked.more.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </>
  ),
})

/** The page that the emailed link opens. The page shows no data, because mail scanners open links too. */
export const openLinkPage = (token: string): Page => ({
  title: ownData.opened.title,
  body: (
    <>
      <p>{ownData.opened.text}</p>
      <PlainForm action={`${ownDataLink.href}/open`} hidden={{ key: token }} submit={ownData.opened.submit} />
      <p>{ownData.opened.note}</p>
    </>
  ),
})

/** Says that the link is invalid, and links to the form that requests a new link. */
export const invalidLinkPage = ({ title, text, again }: { title: string; text: string; again: string }): Page => ({
  title,
  body: (
    <>
      <p>
        <TextWithMailLink text={text} />
      </p>
      <ActionLink href={ownDataLink.href}>{again}</ActionLink>
    </>
  ),
})

interface ErasedCounts {
  bookings: number
  messages: number
  interactions: number
  account: 'none' | 'erased' | 'kept'
}

export const erasedPage = ({ account, ...counts }: ErasedCounts): Page => ({
  title: ownData.erased.title,
  body: (
    <>
      <p>{erasedSentence(counts)}</p>
      {account !== 'none' && <p>{ownData.erased.account[account]}</p>}
      <p>
        <TextWithMailLink text={ownData.erased.others} />
      </p>
      <p>{ownData.erased.form}</p>
    </>
  ),
})

export function erasedSentence({ bookings, messages, interactions }: Omit<ErasedCounts, 'account'>): string {
  const { counted, requests, messages: ofMessages, events } = ownData.erased
  return counted(plural(bookings, requests), plural(messages, ofMessages), plural(interactions, events))
}

export interface OwnDataRow {
  label: string
  value: string
  /** True if the value is the visitor's text, which can contain line breaks. */
  isTyped?: boolean
}

export interface OwnDataSection {
  title: string
  /** The forms that the visitor sent, with their values. */
  records?: readonly { id: string; title: string | null; rows: readonly OwnDataRow[]; note: string | null }[]
  /** In chronological order. Two lines can have the same text. */
  lines?: readonly { id: string; when: string; text: string }[]
  texts?: readonly string[]
}

export interface OwnDataView {
  token: string
  email: string
  zone: string
  sections: readonly OwnDataSection[]
  erasing: readonly string[]
  isUnsure: boolean
}

const { shown, take, erase } = ownData

/** All data stored about the visitor, with forms to download and erase it. */
export const ownDataPage = ({ token, email, zone, sections, erasing, isUnsure }: OwnDataView): Page => ({
  title: shown.title,
  notice: isUnsure && (
    <p className={`${page.notice} ${page.problem}`} role="alert">
      <a href="#sure">{erase.unsure}</a>
    </p>
  ),
  beside: (
    <>
      <p className={page.lead}>{shown.lead(email)}</p>
      <p>{sections.length === 0 ? shown.nothing : shown.zone(zone)}</p>
    </>
  ),
  body: (
    <>
      {sections.map((section) => (
        <OwnDataSectionView key={section.title} {...section} />
      ))}
      {sections.length > 0 && <p>{shown.more}</p>}
      <section className={`${layout.stack} ${page.block}`}>
        <h2>{take.title}</h2>
        <p>{take.text}</p>
        <PlainForm action={`${ownDataLink.href}/file`} hidden={{ key: token }} submit={take.submit} />
      </section>
      <EraseSection token={token} erasing={erasing} isUnsure={isUnsure} />
    </>
  ),
})

const OwnDataSectionView = ({ title, records = [], lines = [], texts = [] }: OwnDataSection) => (
  <section className={`${layout.stack} ${page.block}`}>
    <h2>{title}</h2>
    {records.map((record) => (
      <div className={`${layout.stack} ${css.record}`} key={record.id}>
        {record.title && <h3>{record.title}</h3>}
        {record.note && <p className={page.notice}>{record.note}</p>}
        <dl className={page.told}>
          {record.rows.map(({ label, value, isTyped }) => (
            <Fragment key={label}>
              <dt>{label}</dt>
              <dd className={isTyped ? page.typed : undefined}>{value}</dd>
            </Fragment>
          ))}
        </dl>
      </div>
    ))}
    {lines.length > 0 && (
      <ul className={css.lines}>
        {lines.map(({ id, when, text }) => (
          <li key={id}>
            <span className={`${layout.note} ${css.when}`}>{when}</span>
            <span className={css.text}>{text}</span>
          </li>
        ))}
      </ul>
    )}
    {texts.map((text) => (
      <p key={text}>{text}</p>
    ))}
  </section>
)

/** Asks for confirmation without JavaScript: the visitor opens the details and checks the box. */
const EraseSection = ({ token, erasing, isUnsure }: Pick<OwnDataView, 'token' | 'erasing' | 'isUnsure'>) => (
  <section className={`${layout.stack} ${page.block}`}>
    <h2>{erase.title}</h2>
    <details className={page.cancel} open={isUnsure}>
      <summary>{erase.open}</summary>
      <div className={`${layout.stack} ${css.happens}`}>
        <p>{erase.happens}:</p>
        <ul>
          {erasing.map((text) => (
            <li key={text}>
              <TextWithMailLink text={text} />
            </li>
          ))}
        </ul>
      </div>
      <PlainForm
        action={`${ownDataLink.href}/erase`}
        hidden={{ key: token }}
        submit={
          <button type="submit" className={`${buttonClass()} ${page.undo}`}>
            {erase.submit}
          </button>
        }
      >
        <label className={`${layout.stack} ${css.sure}`}>
          <input id="sure" type="checkbox" name="sure" value="yes" required aria-invalid={isUnsure || undefined} />
          {erase.sure}
        </label>
      </PlainForm>
    </details>
  </section>
)
