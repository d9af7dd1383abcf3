import * as v from 'valibot'
import type { Edits } from '#content/tree.ts'
import type { Database, Transaction } from '#server/lib/db/database.ts'
import { callSqlFunction, singleRow } from '#server/lib/db/rows.ts'
import type { PictureType, SiteEdit, SitePublication, SiteValue } from '#shared/contract/site.ts'

/** `base` is the original at the time of the edit. */
export type DraftEdit = Omit<SiteEdit, 'isStale' | 'isLost'> & { base: SiteValue | null }

export interface SiteDraft {
  revision: number
  edits: DraftEdit[]
  /** The paths whose value in the draft differs from the live site. */
  unpublished: string[]
  /** The newest publications, newest first. */
  publications: SitePublication[]
}

const liveSite = v.object({
  /** Null for the original site. */
  publication: v.nullable(v.number()),
  /** The revision of the draft. */
  revision: v.number(),
  /** The settings that texts contain. */
  settings: v.object({ answer_hours: v.number(), call_minutes: v.number(), weekly_capacity: v.number() }),
})
export type LiveSite = v.InferOutput<typeof liveSite>

/** The functions that take a transaction run as the owner who makes the request. */

/** Reads the draft and the newest 50 publications in one snapshot. */
export async function readSiteDraft(tx: Transaction): Promise<SiteDraft> {
  const { rows } = await tx.query<SiteDraft>(
    `select s.revision::float8 as revision, array(select private.unpublished_site_paths()) as unpublished,
       (
         select coalesce(jsonb_agg(jsonb_build_object(
           'path', e.path, 'value', e.value, 'base', e.base, 'author', e.author, 'at', e.changed_at
         ) order by e.path), '[]')
         from public.site_edits e
       ) as edits,
       (
         select coalesce(jsonb_agg(jsonb_build_object(
           'id', n.id, 'at', n.created_at, 'author', n.author, 'restored', n.restored_from,
           'edits', (select count(*) from jsonb_object_keys(n.edits)), 'isLive', n.id is not distinct from s.publication
         ) order by n.id desc), '[]')
         from (select * from public.site_publications order by id desc limit 50) n
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
export const publishSite = async (tx: Transaction, revision: number): Promise<number> =>
  Number(await callSqlFunction(tx, 'private.publish_site', [revision]))

/** Publishes the edits of an earlier publication; 0 restores the original site. Returns the id of the new publication. */
export const restoreSite = async (tx: Transaction, publication: number): Promise<number> =>
  Number(await callSqlFunction(tx, 'private.restore_site', [publication]))

/** `id` is the SHA-256 hash of the content, in hexadecimal digits. */
export async function addSiteFile(tx: Transaction, id: string, type: PictureType, content: Buffer): Promise<void> {
  await tx.query('select private.add_site_file($1, $2, $3)', [id, type, content])
}

export const readLiveSite = async (database: Database): Promise<LiveSite> =>
  v.parse(liveSite, await callSqlFunction(database.alone('backline_upkeep', {}), 'private.live_site'))

/** The values of a publication's edits; null if there is no such publication. */
export async function readPublishedEdits(database: Database, publication: number): Promise<Edits | null> {
  const { rows } = await database
    .alone('backline_upkeep', {})
    .query<{ edits: Edits }>('select edits from private.published_edits($1)', [publication])
  return rows[0]?.edits ?? null
}

export const readDraftEdits = async (database: Database): Promise<Edits> =>
  v.parse(anyEdits, await callSqlFunction(database.alone('backline_upkeep', {}), 'private.draft_edits'))

const anyEdits = v.record(v.string(), v.unknown())

export async function readSiteFile(
  database: Database,
  id: string,
): Promise<{ type: PictureType; content: Buffer } | null> {
  const { rows } = await database
    .alone('backline_upkeep', {})
    .query<{ type: PictureType; content: Buffer }>('select type, content from private.site_file($1)', [id])
  return rows[0] ?? null
}
