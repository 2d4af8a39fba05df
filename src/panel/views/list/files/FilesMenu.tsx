import DownloadIcon from "@mui/icons-material/Download";
import UploadFileIcon from "@mui/icons-material/UploadFileOutlined";
import ListItemIcon from "@mui/material/ListItemIcon";
import ListItemText from "@mui/material/ListItemText";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useListContext, useTranslate } from "react-admin";
import { isRecordId } from "../../../../core/schema/ids.ts";
import { pathTo } from "../../../navigation/paths.ts";
import { toHref } from "../../../navigation/recordPath.ts";
import { useResource } from "../../../providers/resources.ts";
import { useAccess } from "../../../providers/StartupDataContext.tsx";
import { useDownload } from "../../upload/useDownload.ts";
import { useFileOwner } from "../../upload/useFileOwner.ts";
import type { ListParts } from "../savedViews/useViewState.ts";

interface FilesMenuProps extends ListParts {
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
}

/** Import and download. The owner is the list's parent, or is chosen on the import page. */
export function FilesMenu({ descriptor: listed, owner: by, anchor, onClose }: FilesMenuProps) {
  const { filter = {} } = useListContext();
  const translate = useTranslate();
  const access = useAccess();
  // A list of records that come from another resource's files offers those.
  const { descriptor } = useResource(listed.csv ? listed.name : (listed.createdByCsvOf ?? listed.name));
  const { [by ?? ""]: id }: Readonly<Record<string, unknown>> = filter;
  const parentId = isRecordId(id) ? id.toString() : undefined;
  const owner = useFileOwner(descriptor, parentId);
  const download = useDownload(descriptor);
  const page = access.can(descriptor, "create") ? pathTo(descriptor.name, "upload", { parentId }) : null;
  return (
    <Menu open anchorEl={anchor} onClose={onClose} slotProps={{ list: { "aria-label": translate("lists.csv.label") } }}>
      {page && (
        <MenuItem component="a" href={toHref(page)}>
          <ListItemIcon>
            <UploadFileIcon fontSize="small" />
          </ListItemIcon>
          <ListItemText>{translate("lists.csv.upload")}</ListItemText>
        </MenuItem>
      )}
      {descriptor.csv?.fileName && !owner?.isAsked && (
        <MenuItem
          onClick={() => {
            onClose();
            download(owner && parentId !== undefined ? { [owner.parameter]: parentId } : {});
          }}
        >
          <ListItemIcon>
            <DownloadIcon fontSize="small" />
          </ListItemIcon>
          <ListItemText>{translate("lists.csv.download")}</ListItemText>
        </MenuItem>
      )}
    </Menu>
  );
}
