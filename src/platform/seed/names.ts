/** People and companies that do not exist. */
export const firstNames = [
  "Ada", "Amir", "Anouk", "Bela", "Carmen", "Cedric", "Dana", "Elif", "Emil", "Farah", "Finn", "Greta", "Hugo", "Ida",
  "Ivan", "Jana", "Jonas", "Kira", "Lars", "Lena", "Luca", "Maja", "Milan", "Mina", "Nadia", "Noah", "Olga", "Oscar",
  "Paula", "Quentin", "Rosa", "Sami", "Selma", "Simon", "Tara", "Theo", "Uma", "Vera", "Yara", "Zoe",
] as const;

export const lastNames = [
  "Abbott", "Adler", "Baumann", "Bell", "Castell", "Cole", "Dietrich", "Drake", "Ebert", "Ellis", "Falk", "Fisher",
  "Gruber", "Grant", "Hale", "Hartmann", "Iverson", "Jansen", "Keller", "Kerr", "Lang", "Lowe", "Marsh", "Moser",
  "Nash", "Novak", "Ortega", "Palmer", "Pohl", "Quinn", "Reed", "Roth", "Sauer", "Shaw", "Thorn", "Urban", "Vance",
  "Vogel", "West", "Zeller",
] as const;

export const british = [
  "Foxglove Bakery", "Tidewater Logistics", "Larkfield Solicitors", "Copperbeech Dental", "Harrow & Vale Estates",
  "Millstone Brewery", "Redcar Cycles", "Saltmarsh Optics", "Penrose Veterinary", "Ashdown Joinery", "Kestrel Couriers",
  "Bramble Nurseries", "Northmoor Surgery", "Wharf Street Theatre", "Heather Lane School", "Clifton Printworks",
] as const;

export const german = [
  "Möwe Reederei", "Lindenhof Apotheke", "Spreewerk Maschinenbau", "Talblick Hotel", "Eichner Elektro",
  "Kornblum Bäckerei", "Steinbeck Architekten", "Rabenau Verlag", "Falkenberg Pflege", "Auerbach Optik",
  "Weidmann Logistik", "Holunder Naturkost", "Grünthal Gartenbau", "Seehaus Klinik",
] as const;

export const american = [
  "Bluepine Outfitters", "Cascade Title", "Harborlight Clinic", "Juniper Robotics", "Lonetree Realty",
  "Mesa Ridge Foods", "Oakline Insurance", "Redwood Tutors", "Silver Creek Diner", "Tule Lake Farms",
] as const;

const letters: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", ß: "ss" };

/** A name as it stands in host names and logins: `Grünthal Gartenbau` -> `gruenthal-gartenbau`. */
export function slug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => letters[letter] ?? "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
