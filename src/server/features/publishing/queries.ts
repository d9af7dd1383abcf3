import type { promises } from '#content/claims.ts'
import type { Edits } from '#content/tree.ts'
import type { Database, Transaction } from '#server/lib/db/database.ts'
import { callSqlFunction, singleRow } from '#server/lib/db/rows.ts'
import type { PictureType, SiteEdit, SitePublishRequest, SiteState, SiteValue } from '#shared/contract/site.ts'

/** `base` is the original at the time of the edit. */
type DraftEdit = Omit<SiteEdit, 'isStale' | 'isLost'> & { base: SiteValue | null }
export type SiteDraft = Pick<SiteState, 'revision' | 'unpublished' | 'publications'> & { edits: DraftEdit[] }

export interface LiveSite {
  /** The newest publication; 0 for the original site. */
  publication: number
  /** The revision of the draft. */
  revision: number
  /** The settings that texts contain, by the names of the texts. */
  settings: Readonly<Record<keyof typeof promises, number>>
}

export interface StoredPicture {
  readonly type: PictureType
  readonly content: Buffer
}

/** The functions that take a transaction run as the owner who makes the request. */

/** Reads the draft and the newest 50 publications in one snapshot. */
export async function readSiteDraft(tx: Transaction): Promise<SiteDraft> {
  const { rows } = await tx.query<SiteDraft>(
    `select s.revision::float8 as revision, array(select private.unpublished_site_paths()) as unpublished,
       array(
         select to_jsonb(e) from (
           select path, value, base, author, changed_at as at from public.site_edits order by path
         ) e
       ) as edits,
       array(
         select to_jsonb(p) from (
           select id, created_at as at, author, (select count(*) from jsonb_object_keys(edits)) as edits,
             restored_from as restored
           from public.site_publications order by id desc limit 50
         ) p
       ) as publications
     from public.site_state s`,
  )
  return singleRow(rows)
}

/** Sets a text of the draft; null restores the original. Returns the new revision of the draft. */
export async function changeSiteText(
  tx: Transaction,
  path: string,
  value: SiteValue | null,
  base: SiteValue,
): Promise<number> {
  const values = [path, value === null ? null : JSON.stringify(value), JSON.stringify(base)]
  return Number(await callSqlFunction(tx, 'private.change_site_text', values))
}

/** Returns the new revision of the draft. */
export const discardSiteDraft = async (tx: Transaction, revision: number): Promise<number> =>
  Number(await callSqlFunction(tx, 'private.discard_site_draft', [revision]))

/** Returns the id of the new publication. */
export const publishSite = async (tx: Transaction, { revision, restored }: SitePublishRequest): Promise<number> =>
  Number(await callSqlFunction(tx, 'private.publish_site', [revision, restored]))

/** Stores an uploaded picture and returns its name, such as `….png`. */
export const addSiteFile = async (tx: Transaction, { type, content }: StoredPicture): Promise<string> =>
  String(await callSqlFunction(tx, 'private.add_site_file', [type, content]))

/** The role that reads what visitors and previews see. */
const readerOf = (database: Database): Transaction => database.alone('backline_upkeep', {})

export async function readLiveSite(database: Database): Promise<LiveSite> {
  const { rows } = await readerOf(database).query<LiveSite>(
    `select s.revision::float8 as revision, jsonb_build_object(
       'answerHours', d.answer_hours, 'callMinutes', d.call_minutes, 'weeklyCapacity', d.weekly_capacity
     ) as settings, (select coalesce(max(id), 0)::float8 from public.site_publications) as publication
     from public.site_state s cross join public.desk_settings d`,
  )
  return singleRow(rows)
}

/** The values of a publication's edits; null if there is no such publication. */
export async function readPublishedEdits(database: Database, publication: number): Promise<Edits | null> {
  const { rows } = await readerOf(database).query<{ edits: Edits }>(
    `select coalesce((select jsonb_object_agg(key, value -> 'value') from jsonb_each(edits)), '{}') as edits
     from public.site_publications where id = $1`,
    [publication],
  )
  return rows[0]?.edits ?? null
}

export async function readDraftEdits(database: Database): Promise<Edits> {
  const { rows } = await readerOf(database).query<{ edits: Edits }>(
    "select coalesce(jsonb_object_agg(path, value), '{}') as edits from public.site_edits",
  )
  return singleRow(rows).edits
}

export async function readSiteFile(database: Database, name: string): Promise<Buffer | null> {
  const sql = 'select content from public.site_files where name = $1'
  return (await readerOf(database).query<{ content: Buffer }>(sql, [name])).rows[0]?.content ?? null
}
