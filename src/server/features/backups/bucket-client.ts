import { S3Client } from '@bradenmacdonald/s3-lite-client'

type Request = Parameters<S3Client['makeRequest']>[0]

/**
 * A client for one upload, which can be taken back: a store keeps, and charges for, the parts of an upload that was neither
 * completed nor aborted. The library does not abort, and tells the upload's id to nobody but the store.
 */
export class UploadClient extends S3Client {
  #begun: Pick<Request, 'objectName' | 'query'> | null = null
  readonly #underWay = new Set<Promise<unknown>>()

  override async makeRequest(request: Request): Promise<Response> {
    const { method, objectName, query } = request
    if (method === 'PUT' && typeof query === 'object' && query.uploadId !== undefined) {
      this.#begun = { objectName, query: { uploadId: query.uploadId } }
    }
    const answer = super.makeRequest(request)
    this.#underWay.add(answer)
    return answer.finally(() => this.#underWay.delete(answer))
  }

  /** Aborts the upload, if one in parts has begun, and once more when the parts under way have arrived: they may be kept. */
  async takeBack(): Promise<void> {
    if (!this.#begun) return
    const underWay = [...this.#underWay]
    await this.#abort(this.#begun)
    if (underWay.length === 0) return
    await Promise.allSettled(underWay)
    await this.#abort(this.#begun)
  }

  async #abort(upload: Pick<Request, 'objectName' | 'query'>): Promise<void> {
    await super.makeRequest({ ...upload, method: 'DELETE', statusCode: 204 }).catch((error: unknown) => {
      // Already gone.
      if ((error as { statusCode?: number }).statusCode !== 404) throw error
    })
  }
}
