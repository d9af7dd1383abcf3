import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { FilterSelect } from '#desk/features/inbox/filters.tsx'
import { SearchBox } from '#desk/features/inbox/toolbar.tsx'
import pieces from '#desk/lib/pieces.module.css'
import type { SiteSearch } from '#desk/lib/search-params.ts'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import { countWithNoun } from '#desk/lib/words.ts'
import { siteGroups } from '#shared/contract/site.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import layout from '#ui/layout.module.css'
import { QuietButton, SiteField, TextState } from './field.tsx'
import { groupLabel, labelOf, partOf, partWords } from './labels.ts'
import css from './site.module.css'
import { filterTexts, linkToText, type SiteDraft, type SiteText, shownText } from './texts.ts'

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
  const [term, setTerm] = useState('')
  const [shown, setShown] = useState(pageSize)
  const found = filterTexts(draft, search, term)
  const filter = (change: Partial<SiteSearch>) => {
    setShown(pageSize)
    void navigate({ to: '/site', search: { ...search, part: 'words', find: undefined, ...change }, replace: true })
  }
  const searchFor = (next: string) => {
    setTerm(next)
    filter({})
  }
  return (
    <div className={`${layout.stack} ${pieces.sections}`}>
      <div className={`${layout.stack} ${css.filters}`}>
        <SearchBox term={term} onChange={searchFor} placeholder="A text on the site" />
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
      <div className={layout.bar}>
        <p className={layout.note} role="status">
          {countWithNoun(found.length, 'text')}
        </p>
        {search.find && <QuietButton verb="Show all" of="texts" onClick={() => filter({})} />}
      </div>
      {found.length === 0 && (
        <EmptyState title="No texts found" text="Search for other words, or change the filters." />
      )}
      <ul className={pieces.bounded}>
        {found.slice(0, shown).map((text) => (
          <WordRow key={text.word.path} draft={draft} text={text} isFound={text.word.path === search.find} />
        ))}
      </ul>
      {found.length > shown && (
        <div>
          <Button onClick={() => setShown(shown + pageSize)}>Show more</Button>
        </div>
      )}
    </div>
  )
}

function WordRow({ draft, text, isFound }: { draft: SiteDraft; text: SiteText; isFound: boolean }) {
  const { word, current, edit } = text
  const { path, group } = word
  const [isOpen, setOpen] = useState(isFound)
  /** The id of the element that takes the focus after the row opens or closes. */
  const [focus, setFocus] = useState('')
  useEffect(() => document.getElementById(focus)?.focus(), [focus])
  const toggle = (opens: boolean) => {
    setOpen(opens)
    setFocus(opens ? path : `${path}-edit`)
  }
  const part = partOf(path)
  const label = labelOf(path)
  const link = linkToText(text, draft)
  if (isOpen && part === 'words' && !edit?.isLost)
    return (
      <li className={pieces.listed}>
        <SiteField draft={draft} text={text} label={label} onClose={() => toggle(false)} />
      </li>
    )
  return (
    <li className={`${layout.close} ${pieces.listed}`}>
      <p className={layout.tiny}>
        {groupLabel(group)}: {label}
      </p>
      <p className={`${layout.anywhere} ${pieces.readable}`}>
        {typeof current === 'string'
          ? shownText(current) || <em>empty</em>
          : countWithNoun(current.length, 'entry', 'entries')}
      </p>
      <TextState text={text} label={label} />
      <div className={layout.bar}>
        {part !== 'words' ? (
          <Link className={layout.small} to="/site" search={{ find: path }}>
            Edit under {partWords[part]}
          </Link>
        ) : (
          !edit?.isLost && (
            <WhenOnline>
              <QuietButton id={`${path}-edit`} verb="Edit" of={label} onClick={() => toggle(true)} />
            </WhenOnline>
          )
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
      </div>
    </li>
  )
}
