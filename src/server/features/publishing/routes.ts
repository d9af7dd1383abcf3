import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type RequestingMember, requireOwner, requireStaff } from '#server/features/letter-desk/service.ts'
import type { AuthContext } from '#server/lib/auth/context.ts'
import { authConventions } from '#server/lib/auth/conventions.ts'
import { AuthRefusal, invalid, readBody } from '#server/lib/auth/refusal.ts'
import { type DatabaseError, isDatabaseError, type Transaction } from '#server/lib/db/database.ts'
import {
  pictureLimit,
  siteDraftRequest,
  siteEditRequest,
  sitePictureRequest,
  sitePublishRequest,
} from '#shared/contract/site.ts'
import { type PreviewOptions, previewLink } from './preview.ts'
import { addSiteFile, changeSiteText, discardSiteDraft, publishSite, readSiteDraft } from './queries.ts'
import { checkedOriginal, siteState } from './texts.ts'
import { pictureRefusals, readPicture } from './uploads.ts'

export type PublishingRoutesOptions = AuthContext &
  PreviewOptions & {
    /** The sender in the server's settings; null if the texts decide the sender's name. */
    sender: string | null
  }

const requests = { bodyLimit: pictureLimit * 2, handlerTimeout: 40_000 }

/** The site's texts, look and publications, for owners. The routes follow the conventions of the auth service. */
export async function publishingRoutes(app: FastifyInstance, options: PublishingRoutesOptions): Promise<void> {
  const { database, publishing } = options
  authConventions(app)
  const ownerOf = async (request: FastifyRequest) => {
    const member = await requireStaff(options, request.headers.authorization)
    requireOwner(member)
    return member
  }
  const as = async <T>({ claims }: RequestingMember, work: (tx: Transaction) => Promise<T>): Promise<T> => {
    try {
      return await database.transaction('authenticated', { ...claims }, work)
    } catch (error) {
      throw (isDatabaseError(error) && refusalOf(error)) || error
    }
  }

  app.get('/', async (request) => siteState(await as(await ownerOf(request), readSiteDraft), options.sender))

  app.put('/edits', async (request) => {
    const owner = await ownerOf(request)
    const { path, value } = readBody(siteEditRequest, request.body)
    const original = checkedOriginal(path, value)
    return { revision: await as(owner, (tx) => changeSiteText(tx, path, value, original)) }
  })

  app.post('/pictures', requests, async (request) => {
    const owner = await ownerOf(request)
    const { use, picture } = readBody(sitePictureRequest, request.body)
    const drawn = await readPicture(use, Buffer.from(picture, 'base64'))
    if ('refusal' in drawn) throw invalid(pictureRefusals[drawn.refusal])
    return { path: `/files/${await as(owner, (tx) => addSiteFile(tx, drawn))}` }
  })

  app.post('/preview', requests, async (request) => {
    const { id } = await ownerOf(request)
    // Renders the draft now, so that the link shows it at once.
    await publishing.draft()
    return previewLink(options, id)
  })

  app.post('/publish', requests, async (request) => {
    const owner = await ownerOf(request)
    const source = readBody(sitePublishRequest, request.body)
    // A draft that cannot be rendered must not become the live publication.
    if (source.restored === null) await publishing.draft()
    const id = await as(owner, (tx) => publishSite(tx, source))
    await publishing.refresh()
    return { id }
  })

  app.post('/discard', async (request) => {
    const owner = await ownerOf(request)
    const { revision } = readBody(siteDraftRequest, request.body)
    return { revision: await as(owner, (tx) => discardSiteDraft(tx, revision)) }
  })
}

function refusalOf({ code, message }: DatabaseError): AuthRefusal | null {
  if (code === 'PT409') return new AuthRefusal('conflict', message)
  if (code === 'PT404') return new AuthRefusal('not_found', `${message}.`)
  if (code === '23514') return invalid('This value is too long. Shorten it, or remove entries.')
  return null
}
