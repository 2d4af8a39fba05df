import { parseXml, XmlElement } from "@rgrove/parse-xml";

/** The root of a document with this name. Throws for any other text. */
export function rootOf(text: string, name: string): XmlElement {
  const root = readRoot(text);
  if (root?.name !== name) throw new Error("the answer is not the XML that it should be");
  return root;
}

/** All elements of a name below one, in order. */
export function elementsIn(element: XmlElement, name: string): XmlElement[] {
  const children = element.children.filter((child): child is XmlElement => child instanceof XmlElement);
  return children.flatMap((child) => [...(child.name === name ? [child] : []), ...elementsIn(child, name)]);
}

/** The first of them. */
export function elementIn(element: XmlElement, name: string): XmlElement | undefined {
  return elementsIn(element, name)[0];
}

function readRoot(text: string): XmlElement | null {
  try {
    return parseXml(text).root;
  } catch {
    // The parser's message shows a part of the text, which may be a whole page.
    return null;
  }
}
