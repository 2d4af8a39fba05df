/**
 * Devices that an earlier version stored learn their model, which is the one of their profile. Later ones have it from
 * the start, so that it does nothing when it runs again.
 */
export const fillModels = `update pbxdevices set model_id = pbxdeviceprofiles.device_id
  from pbxdeviceprofiles where pbxdeviceprofiles.id = pbxdevices.profile_id and pbxdevices.model_id is null`;
