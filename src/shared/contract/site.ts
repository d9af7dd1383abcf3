import * as v from 'valibot'

/** The desk's requests that edit the site. Their routes begin with `/site/v1`. */

/** The maximum length of a path and of a value as JSON. */
export const siteLimits = { path: 200, value: 20_000 } as const

/** The maximum size of an uploaded picture, in bytes. */
export const pictureLimit = 200_000

/** The types of the pictures that the server stores. */
export const pictureTypes = ['image/svg+xml', 'image/png'] as const
export type PictureType = (typeof pictureTypes)[number]

const path = v.pipe(v.string(), v.regex(/^[\w+-]+(\.[\w+-]+)+$/), v.maxLength(siteLimits.path))

/** An entry of a list, such as a person or a testimonial. */
const entry = v.record(v.string(), v.union([v.string(), v.number(), v.boolean()]))
export type SiteEntry = v.InferOutput<typeof entry>

/** A text, or all entries of a list. */
const siteValue = v.union([v.string(), v.array(entry)])
export type SiteValue = v.InferOutput<typeof siteValue>

/** Sets the value of a path in the draft; null restores the original. */
export const siteEditRequest = v.strictObject({ path, value: v.nullable(siteValue) })

const whole = v.pipe(v.number(), v.integer())

/** Discards the draft that the owner has seen: `revision` counts its changes. */
export const siteDraftRequest = v.strictObject({ revision: whole })

/** Publishes the draft that the owner has seen, or an earlier publication in its place; 0 is the original site. */
export const sitePublishRequest = v.strictObject({ revision: whole, restored: v.nullable(whole) })
export type SitePublishRequest = v.InferOutput<typeof sitePublishRequest>

/** `picture` is a PNG, JPEG or SVG file in base64. `use` decides what the server makes of it. */
export const sitePictureRequest = v.strictObject({
  use: v.picklist(['logo', 'portrait']),
  picture: v.pipe(v.string(), v.maxLength(Math.ceil((pictureLimit * 4) / 3) + 4)),
})

export const sitePictureSchema = v.object({ path: v.string() })

/** The places in which an owner looks for a text. */
export const siteGroups = [
  ...(['home', 'services', 'partner360', 'success-kit', 'delivery-frameworks', 'qa-checklists'] as const),
  ...(['about', 'contact', 'roi-calculator', 'everywhere', 'booking', 'legal', 'visitor-emails'] as const),
  ...(['visitor-pages', 'team-emails'] as const),
] as const
export type SiteGroup = (typeof siteGroups)[number]

const siteWord = v.object({
  path: v.string(),
  group: v.picklist(siteGroups),
  /** The value in the build, with names in braces: `{answerWithin}`. */
  original: siteValue,
  /** The names in braces that the text must contain. */
  names: v.array(v.string()),
  /** The maximum number of characters. */
  longest: v.number(),
  /** True if the text may be empty. */
  isOptional: v.boolean(),
})
export type SiteWord = v.InferOutput<typeof siteWord>

const siteEdit = v.object({
  path: v.string(),
  value: siteValue,
  author: v.nullable(v.string()),
  at: v.string(),
  /** True if the original has changed since the edit. */
  isStale: v.boolean(),
  /** True if this release has no such text, so that the edit has no effect. */
  isLost: v.boolean(),
})
export type SiteEdit = v.InferOutput<typeof siteEdit>

const sitePublication = v.object({
  id: v.number(),
  at: v.string(),
  author: v.nullable(v.string()),
  /** The number of edits that it contains. */
  edits: v.number(),
  /** The publication that it restored. */
  restored: v.nullable(v.number()),
})

export const siteStateSchema = v.object({
  revision: v.number(),
  words: v.array(siteWord),
  /** The edits of the draft. */
  edits: v.array(siteEdit),
  /** The paths whose value in the draft differs from the published one. */
  unpublished: v.array(v.string()),
  /** The latest first, which is the live one. */
  publications: v.array(sitePublication),
  /** The current values of the names in braces. */
  values: v.record(v.string(), v.string()),
  /** The paths whose value is still sample copy. */
  samples: v.array(v.string()),
  /** The sender in the server's settings, which replaces the sender's name; null if there is none. */
  sender: v.nullable(v.string()),
})
export type SiteState = v.InferOutput<typeof siteStateSchema>

export const siteRevisionSchema = v.object({ revision: v.number() })
export const sitePreviewSchema = v.object({ url: v.string(), until: v.string() })
export const sitePublishedSchema = v.object({ id: v.number() })
