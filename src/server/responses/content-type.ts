/** `application/json`, also with parameters, and every `application/…+json`. */
export function isJson(contentType: string | undefined): boolean {
  const [type = ''] = (contentType ?? '').split(';', 1);
  return /^application\/([^/+\s]+\+)*json$/i.test(type.trim());
}
