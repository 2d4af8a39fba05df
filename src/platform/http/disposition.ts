/** `Content-Disposition` of an attachment: the UTF-8 name, and an ASCII fallback (RFC 6266). */
export function attachmentHeader(name: string): string {
  const asciiName = name.replaceAll(/[^\x20-\x7e]|["\\%]/gu, "_");
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${asciiName}"; filename*=UTF-8''${encoded}`;
}
