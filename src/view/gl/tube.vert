// A cone or cylinder from `tail` to `tip` (xyz, radius). `corner`: cosine and sine about
// the axis, 0…1 along it, and 0 on the side or ∓1 on the cap at the tail or tip.
uniform mat4 clip;
in vec4 corner;
in vec4 tail;
in vec4 tip;
in vec4 tint;
out vec3 pos;
out vec3 nor;
out vec4 col;

void main() {
    vec3 axis = tip.xyz - tail.xyz;
    float size = max(length(axis), 1e-9);
    axis /= size;
    vec3 u = normalize(cross(axis, abs(axis.z) < 0.9 ? vec3(0.0, 0.0, 1.0) : vec3(1.0, 0.0, 0.0)));
    vec3 radial = corner.x * u + corner.y * cross(axis, u);
    pos = mix(tail.xyz, tip.xyz, corner.z) + radial * mix(tail.w, tip.w, corner.z);
    nor = corner.w == 0.0 ? normalize(radial * size + axis * (tail.w - tip.w)) : axis * corner.w;
    col = tint;
    gl_Position = clip * vec4(pos, 1.0);
}
