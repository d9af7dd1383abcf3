import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { FilterSelect } from '#desk/features/inbox/filters.tsx'
import { SearchBox } from '#desk/features/inbox/toolbar.tsx'
import pieces from '#desk/lib/pieces.module.css'
import type { SiteSearch } from '#desk/lib/search-params.ts'
import { countWithNoun } from '#desk/lib/words.ts'
import { siteGroups } from '#shared/contract/site.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import layout from '#ui/layout.module.css'
import { QuietButton, SiteField, TextState } from './field.tsx'
import { groupLabel, inWords, labelOf, partOf } from './labels.ts'
import css from './site.module.css'
import { filterTexts, linkToText, type SiteDraft, type SiteText, shownText, textFilters } from './texts.ts'

const route = getRouteApi('/site')
const pageSize = 40

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
    <div className={layout.stack}>
      <div className={`${layout.stack} ${css.filters}`}>
        <SearchBox term={term} onChange={searchFor} placeholder="A text on the site" />
        <FilterSelect
          label="Place"
          none="All places"
          options={siteGroups.map((value) => ({ value, label: groupLabel(value) }))}
          value={search.group}
          onChange={(group) => filter({ group: group as SiteSearch['group'] })}
        />
        <FilterSelect
          label="State"
          none="All texts"
          options={Object.entries(textFilters).map(([value, { label }]) => ({ value, label }))}
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
          <WordRow key={text.word.path} draft={draft} text={text} />
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

function WordRow({ draft, text }: { draft: SiteDraft; text: SiteText }) {
  const { word, current, edit } = text
  const label = labelOf(word.path)
  const part = partOf(word.path)
  const link = linkToText(text, draft)
  return (
    <li className={`${layout.tight} ${pieces.listed}`}>
      {part === 'words' && !edit?.isLost ? (
        <SiteField draft={draft} text={text} label={label} />
      ) : (
        <>
          <p className={layout.label}>{label}</p>
          <p className={`${layout.anywhere} ${pieces.readable}`}>
            {typeof current === 'string'
              ? shownText(current) || <em>empty</em>
              : countWithNoun(current.length, 'entry', 'entries')}
          </p>
          <TextState text={text} label={label} />
        </>
      )}
      <div className={`${layout.bar} ${layout.small}`}>
        {part !== 'words' && (
          <Link to="/site" search={{ find: word.path }}>
            Edit under {inWords(part)}
          </Link>
        )}
        {link && (
          <a href={link} target="_blank" rel="noreferrer" aria-label={`Show on the site: ${label}`}>
            Show on the site
          </a>
        )}
      </div>
    </li>
  )
}
