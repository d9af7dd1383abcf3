import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { FilterSelect } from '#desk/features/inbox/filters.tsx'
import { SearchBox } from '#desk/features/inbox/toolbar.tsx'
import { readSearch, readTypedText, saveTypedText } from '#desk/lib/browser-storage.ts'
import pieces from '#desk/lib/pieces.module.css'
import { ErrorNotice } from '#desk/lib/problem.tsx'
import type { SiteSearch } from '#desk/lib/search-params.ts'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import { countWithNoun } from '#desk/lib/words.ts'
import { type SiteEdit, siteGroups } from '#shared/contract/site.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import layout from '#ui/layout.module.css'
import { useEdit } from './api.ts'
import { ChangedBy, OriginalNote, QuietButton, SiteField, TextChips, wordsOf } from './field.tsx'
import { groupLabel, labelOf, partOf, partWords } from './labels.ts'
import css from './site.module.css'
import { filterTexts, linkToText, type SiteDraft, type SiteText, textOf } from './texts.ts'

const route = getRouteApi('/site')
const pageSize = 40
const filterWords: Record<NonNullable<SiteSearch['only']>, string> = {
  unpublished: 'Not published',
  edited: 'Changed',
  samples: 'Sample',
  stale: 'Original has changed',
}

/** Every text of the site, with a search. */
export function Words({ draft }: { draft: SiteDraft }) {
  const search = route.useSearch()
  const navigate = useNavigate()
  const [term, setTerm] = useState(() => readSearch('site'))
  const [shown, setShown] = useState(pageSize)
  const found = filterTexts(draft, search, term)
  const lost = draft.state.edits.filter(({ isLost }) => isLost)
  const filter = (change: Partial<SiteSearch>) => {
    setShown(pageSize)
    void navigate({ to: '/site', search: { ...search, part: 'words', find: undefined, ...change }, replace: true })
  }
  const find = (next: string) => {
    saveTypedText('site', next)
    setTerm(next)
    setShown(pageSize)
  }
  return (
    <div className={`${layout.left} ${pieces.sections} ${css.words}`}>
      {search.find ? (
        <div className={layout.bar}>
          <p>Only one text is shown.</p>
          <Button size="small" onClick={() => filter({})}>
            Show all texts
          </Button>
        </div>
      ) : (
        <div className={`${layout.stack} ${css.filters}`}>
          <SearchBox term={term} onChange={find} placeholder="A text on the site" />
          <FilterSelect
            label="Place"
            none="Everywhere"
            options={siteGroups.map((value) => ({ value, label: groupLabel(value) }))}
            value={search.group}
            onChange={(group) => filter({ group: group as SiteSearch['group'] })}
          />
          <FilterSelect
            label="State"
            none="All texts"
            options={Object.entries(filterWords).map(([value, label]) => ({ value, label }))}
            value={search.only}
            onChange={(only) => filter({ only: only as SiteSearch['only'] })}
          />
        </div>
      )}
      {lost.length > 0 && <LostEdits edits={lost} />}
      {found.length === 0 ? (
        <EmptyState title="No texts found" text="Search for other words, or change the filters." />
      ) : (
        <>
          {!search.find && (
            <p className={layout.note} role="status">
              {countWithNoun(found.length, 'text')}
            </p>
          )}
          <ul className={pieces.bounded}>
            {found.slice(0, shown).map((text) => (
              <WordRow
                key={search.find ? 'found' : text.word.path}
                draft={draft}
                text={text}
                isFound={Boolean(search.find)}
              />
            ))}
          </ul>
          {found.length > shown && <Button onClick={() => setShown(shown + pageSize)}>Show more</Button>}
        </>
      )}
    </div>
  )
}

function WordRow({ draft, text, isFound }: { draft: SiteDraft; text: SiteText; isFound: boolean }) {
  const { word, current, edit } = text
  const { path, group } = word
  const [isOpen, setOpen] = useState(isFound || readTypedText(`site:${path}`) !== '')
  /** The id of the element that takes the focus after the row opens or closes. */
  const [focus, setFocus] = useState('')
  useEffect(() => document.getElementById(focus)?.focus(), [focus])
  const toggle = (opens: boolean) => {
    setOpen(opens)
    setFocus(opens ? path : `${path}-edit`)
  }
  const part = partOf(path)
  const label = labelOf(path)
  const link = linkToText(text, draft.state.values)
  if (isOpen && part === 'words')
    return (
      <li className={`${layout.tight} ${pieces.listed} ${css.word}`}>
        <SiteField draft={draft} text={text} label={label} onClose={() => toggle(false)} />
      </li>
    )
  return (
    <li className={`${layout.tight} ${pieces.listed} ${css.word}`}>
      <div className={layout.named}>
        <h2 className={css.path}>{label}</h2>
        <TextChips text={text} />
      </div>
      <p className={`${layout.anywhere} ${pieces.readable}`}>
        {typeof current === 'string' ? wordsOf(current) : countWithNoun(current.length, 'entry', 'entries')}
      </p>
      {edit && <OriginalNote text={text} edit={edit} />}
      <div className={layout.bar}>
        {part === 'words' ? (
          <WhenOnline>
            <QuietButton id={`${path}-edit`} aria-label={`Edit ${label}`} onClick={() => toggle(true)}>
              Edit
            </QuietButton>
          </WhenOnline>
        ) : (
          <Link className={layout.small} to="/site" search={{ find: path }}>
            Edit under {partWords[part]}
          </Link>
        )}
        {link && (
          <a
            className={layout.small}
            href={link}
            target="_blank"
            rel="noreferrer"
            aria-label={`Show on the site: ${label}`}
          >
            Show on the site
          </a>
        )}
        <span className={`${layout.tiny} ${css.group}`}>{groupLabel(group)}</span>
      </div>
    </li>
  )
}

/** Edits of texts that the installed release no longer has. */
function LostEdits({ edits }: { edits: readonly SiteEdit[] }) {
  const { mutate, isPending, error } = useEdit()
  return (
    <section className={layout.tight} aria-labelledby="site-lost">
      <h2 className={pieces.heading} id="site-lost">
        Changes without a text
      </h2>
      <p className={layout.note}>
        The site no longer contains these texts, so the changes have no effect. Copy what you need, then remove them.
      </p>
      <ErrorNotice error={error} />
      <ul className={pieces.bounded}>
        {edits.map((edit) => (
          <li key={edit.path} className={`${pieces.listed} ${pieces.line}`}>
            <div className={layout.close}>
              <p className={css.path}>{labelOf(edit.path)}</p>
              <p className={layout.anywhere}>{textOf(edit.value) || 'A list'}</p>
              <p className={layout.note}>
                <ChangedBy edit={edit} />
              </p>
            </div>
            <WhenOnline>
              <Button
                size="small"
                aria-label={`Remove ${labelOf(edit.path)}`}
                disabled={isPending}
                onClick={() => mutate({ path: edit.path, value: null, says: 'Removed.' })}
              >
                Remove
              </Button>
            </WhenOnline>
          </li>
        ))}
      </ul>
    </section>
  )
}
